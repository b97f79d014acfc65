/**
 * A visit with Firefox over WebDriver BiDi: node smoke.js FIREFOX ADDRESS SCRIPT, run by tests/browser/test_firefox.py.
 * SCRIPT runs before the page and makes chance draw the secret 3512. Prints what went wrong, a line for each.
 */

import process from 'node:process'
import { launch } from 'puppeteer-core'

const [firefox, address, script] = process.argv.slice(2)
const TIMEOUT = 30_000
const faults = []

const browser = await launch({
  browser: 'firefox',
  protocol: 'webDriverBiDi',
  executablePath: firefox,
  headless: true,
  extraPrefsFirefox: { 'intl.accept_languages': 'en' },
})
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(TIMEOUT)
  page.on('console', (message) => {
    if (['error', 'warn', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`)
  })
  await page.evaluateOnNewDocument(script)
  await winFirstGame(page)
  for (const view of ['today', 'learn', 'lab/tree', 'profile', 'about']) await open(page, view)
} catch (error) {
  faults.push(String(error))
} finally {
  await browser.close()
}
for (const fault of faults) console.log(fault)

/** A first visit: the goal is told, and a game is won by keys in two guesses. */
async function winFirstGame(page) {
  await page.goto(address)
  await page.waitForSelector('[data-test=first-visit]', { visible: true })
  for (const guess of ['1122', '3512']) {
    await page.waitForSelector('[data-slot]', { visible: true })
    await page.keyboard.type(guess)
    await page.keyboard.press('Enter')
    await page.waitForSelector(
      `[data-test=row][data-kind=played]:has([aria-label="${[...guess].join(' ')}"])`,
    )
  }
  await page.waitForSelector('[data-test=outcome][data-stand=won]')
}

/** Opens a view and waits for its heading and its title. */
async function open(page, view) {
  await page.goto(`${address}#/${view}`)
  await page.waitForSelector('main h1')
  const name = view.split('/')[0]
  const opened = (name) => document.title.toLowerCase().startsWith(name)
  await page.waitForFunction(opened, { polling: 100 }, name).catch(async () => {
    throw new Error(`${view} has the title ${await page.title()}`)
  })
}
