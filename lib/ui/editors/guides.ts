/**
 * Editors whose plugins use WakaTime's protocol, and how to install each plugin. All of them read one configuration
 * file.
 */
export const EDITOR_GUIDES = [
  {
    name: "Visual Studio Code, Cursor, Windsurf",
    steps:
      "Extensions → install **WakaTime** → run **WakaTime: API Key** from the command palette and paste the key.",
  },
  {
    name: "JetBrains IDEs and Android Studio",
    steps:
      "Settings → Plugins → Marketplace → install **WakaTime** and restart the IDE. It asks for the key, if the file has none.",
  },
  {
    name: "Vim and Neovim",
    steps:
      "Add `wakatime/vim-wakatime` with your plugin manager, such as `Plug 'wakatime/vim-wakatime'`, and install it.",
  },
  {
    name: "Sublime Text",
    steps: "Package Control → **Install Package** → **WakaTime**. It asks for the key, if the file has none.",
  },
  {
    name: "Emacs",
    steps:
      "Install `wakatime-mode` from MELPA and `wakatime-cli` beside it, then turn on `global-wakatime-mode`.",
  },
] as const;

/** The address that plugins report to. @param origin of the service, such as `https://wps.example.com` */
function editorApiUrl(origin: string): string {
  return `${origin}/api/v1/tracker/wakatime`;
}

/** The content of `~/.wakatime.cfg`. */
export function editorConfig(origin: string, key: string): string {
  return `[settings]\napi_url = ${editorApiUrl(origin)}\napi_key = ${key}\n`;
}
