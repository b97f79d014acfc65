"""Writes the schemas, and deletes those of documents that are no more."""

import sys

from tools.schemas.writing import FOLDER, schema_texts


def main() -> None:
    """Writes every file of the folder."""
    texts = schema_texts()
    FOLDER.mkdir(exist_ok=True)
    for path in set(FOLDER.glob("*.json")) - texts.keys():
        path.unlink()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    print(f"{FOLDER}: {len(texts)} files", file=sys.stderr)


if __name__ == "__main__":
    main()
