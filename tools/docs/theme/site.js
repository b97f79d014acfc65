// Tables that are wider than the screen can be scrolled by keys.
addEventListener("load", () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) wrap.tabIndex = 0;
});

// Of a conversation with a shell or with Python, what was typed is copied, without its prompts.
const prompts = { "language-console": /^[$>] ?/, "language-pycon": /^(>>>|\.\.\.) ?/ };

addEventListener(
  "click",
  (event) => {
    const block = event.target.closest?.(".md-code__button")?.closest(".language-console, .language-pycon");
    if (!block) return;
    event.stopImmediatePropagation();
    const prompt = prompts[[...block.classList].find((name) => name in prompts)];
    const lines = block.querySelector("code").textContent.split("\n");
    const typed = lines.filter((line) => prompt.test(line)).map((line) => line.replace(prompt, ""));
    navigator.clipboard.writeText(typed.join("\n") + "\n");
  },
  true,
);

// The theme puts each button into a part of the page that should have a name of its own.
new MutationObserver(() => {
  document.querySelectorAll(".md-code__nav").forEach((part, number) => (part.ariaLabel = `Block ${number + 1}`));
}).observe(document.body, { childList: true, subtree: true });
