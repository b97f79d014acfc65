/** What is certain of a position, as sentences. */

import type { Messages } from '../../i18n/index.svelte'
import type { Game } from '../rules'
import type { Format } from './explanation'
import type { Fact } from './facts'

/** The sentence that says *fact*. */
export function factText(words: Messages['side']['facts'], game: Game, fact: Fact, number: Format): string {
  const digits = game.family !== 'mastermind'
  switch (fact.kind) {
    case 'start': {
      const code = [...fact.code].join(' ')
      return words.start(code, fact.most === null ? null : number(fact.most), number(fact.all))
    }
    case 'only':
      return words.only
    case 'present':
      return words.present([...fact.symbols])
    case 'absent':
      return words.absent([...fact.symbols])
    case 'fixed':
      return words.fixed(fact.symbol, fact.place)
    case 'places':
      return words.places(fact.symbol, fact.places)
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
