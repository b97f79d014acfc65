/** What opens in the panel beside the board. */

export { default as CandidateList } from './CandidateList.svelte'
export { default as GuessExplanation } from './GuessExplanation.svelte'
export { default as HintSteps } from './HintSteps.svelte'
