/** Where the answers of a game come from. A kind of game is one object that says so; play/answers.ts lists them. */

import type { Component, Snippet } from 'svelte'
import type { Later } from '../shared/later.svelte'
import type { Game, Row } from './rules'

/** What is shown before the first guess, to ask for the secret or for anything else that the game needs. */
export interface SetupProps {
  readonly game: Game
  /** Begins the game with *secret*. */
  readonly onbegin: (secret: string) => void
  /** Notes that the player has made the challenge *id*, and knows its secret. */
  readonly onmade: (id: string) => void
}

/** How a game ended, in large type, and a line below it. */
export interface Verdict {
  readonly title: string
  readonly line: string
}

/** What is shown with the board during the game and after it. */
export interface PanelProps {
  readonly game: Game
  readonly rows: readonly Row[]
  /** The secret, or null where the page does not know it. It must not be shown before the game is over. */
  readonly secret: string | null
  readonly over: boolean
  /** Takes the verdict once it is known. */
  readonly onverdict: (verdict: Verdict) => void
  /** The name of the game, to be changed: given where the panel has the place for it. */
  readonly header?: Snippet | undefined
}

export interface Opponent {
  /** Its name in the address, as in `against=race`. */
  readonly kind: string
  /** Whether the statistics count its games. */
  readonly counted: boolean
  /** Whether what was played stands, since others go by it: there is no undo. */
  readonly final?: boolean
  /** Whether its panel has a board beside that of the player, who then gets no hints. */
  readonly beside?: boolean
  /** Whether it can play *game*. Default: any game. */
  allows?(game: Game): boolean
  /**
   * What a game that begins after *rows* has for a secret: null inside when only the opponent knows it or there is
   * none yet; null when no secret fits the rows. Not called where there is a setup.
   */
  begin(game: Game, rows: readonly Row[]): { readonly secret: string | null } | null
  /** The answer to *code* after *rows*. A promise may fail with an EngineError. */
  answer(game: Game, rows: readonly Row[], code: string, secret: string | null): string | Promise<string>
  /** The secret, once the game is over; null when the opponent does not tell it. */
  reveal(game: Game, rows: readonly Row[], secret: string | null): string | null | Promise<string | null>
  readonly setup?: Later<{ default: Component<SetupProps> }>
  readonly panel?: Later<{ default: Component<PanelProps> }>
}
