/** Short tones and vibrations for what happens on the board; off until the player switches them on. */

import { settings } from '../../shared/settings.svelte'

export type Happening = 'place' | 'answer' | 'refused' | 'win'

/** The tones of each happening in hertz, one after the other, and the milliseconds of vibration and pause. */
const TONES: Readonly<Record<Happening, readonly number[]>> = {
  place: [420],
  answer: [520, 660],
  refused: [200],
  win: [523, 659, 784, 1047],
}
const VIBRATIONS: Readonly<Record<Happening, number[]>> = {
  place: [8],
  answer: [15],
  refused: [30, 40, 30],
  win: [20, 40, 20, 40, 60],
}
const STEP = 0.09 // seconds from tone to tone

let context: AudioContext | null = null

/** Tells *what* by sound and vibration, as far as they are switched on and the browser can. */
export function tell(what: Happening): void {
  if (settings.sound && typeof AudioContext !== 'undefined') playTones(TONES[what])
  if (settings.vibration) navigator.vibrate?.(VIBRATIONS[what])
}

function playTones(tones: readonly number[]): void {
  context ??= new AudioContext()
  void context.resume()
  const start = context.currentTime
  tones.forEach((tone, nth) => playTone(context!, tone, start + nth * STEP))
}

function playTone(audio: AudioContext, tone: number, at: number): void {
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: tone })
  const loudness = new GainNode(audio, { gain: 0 })
  loudness.gain.setValueAtTime(0.0001, at)
  loudness.gain.exponentialRampToValueAtTime(0.12, at + 0.01)
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + STEP * 1.6)
  source.connect(loudness).connect(audio.destination)
  source.start(at)
  source.stop(at + STEP * 1.6)
}
