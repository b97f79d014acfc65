import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { preferLanguage } from './i18n/index.svelte'
import { installation } from './offline/installation.svelte'
import { settings } from './shared/settings.svelte'

const place = document.getElementById('app')!
void preferLanguage(settings.language).then(() => {
  place.replaceChildren() // what index.html shows until now
  mount(App, { target: place })
})

if (import.meta.env.PROD) installation.keep()
