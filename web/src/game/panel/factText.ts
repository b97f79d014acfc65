/** What is certain of a position, as sentences. */

import type { Messages } from '../../i18n/index.svelte'
import type { Game } from '../rules'
import { spelt } from '../text'
import type { Format } from './explanation'
import type { Fact } from './facts'

/** The sentence that says *fact*. */
export function factText(words: Messages['side']['facts'], game: Game, fact: Fact, number: Format): string {
  const digits = game.family !== 'mastermind'
  const shown = (symbols: string) => symbols.toUpperCase()
  switch (fact.kind) {
    case 'start': {
      // It stays on one line.
      const code = spelt(game, fact.code).replaceAll(' ', '\u00A0')
      return words.start(code, fact.most === null ? null : number(fact.most), number(fact.all))
    }
    case 'only':
      return words.only
    case 'present':
      return words.present([...shown(fact.symbols)])
    case 'absent':
      return words.absent([...shown(fact.symbols)])
    case 'fixed':
      return words.fixed(shown(fact.symbol), fact.place)
    case 'places':
      return words.places(shown(fact.symbol), fact.places)
    case 'untried': {
      const text = words.untried(fact.least, fact.most, digits)
      return fact.least > 0 && fact.symbols.length > 1 ? words.both(text, words.test) : text
    }
    case 'row':
      return words.row(fact.row, fact.common, fact.exact, game.pegs, digits)
    case 'range':
      return words.range(fact.place, fact.low, fact.high)
  }
}
