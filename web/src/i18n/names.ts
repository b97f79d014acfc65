/** The languages of the page by their codes, each by its own name. */

export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English', zh: '简体中文' }
