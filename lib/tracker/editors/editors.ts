/** An editor's name, and what its program is called on the three systems, macOS first. */
type Editor = { name: string; programs: readonly [string, ...string[]] };

const jetbrains = (name: string, id: string, program: string): Editor => ({
  name,
  programs: [`com.jetbrains.${id}`, `${program}64.exe`, `jetbrains-${program}`],
});

/** Editors by the name that their plugin gives in its user agent, in lower case. */
const EDITORS: ReadonlyMap<string, Editor> = new Map(
  Object.entries<Editor>({
    vscode: { name: "Visual Studio Code", programs: ["com.microsoft.VSCode", "Code.exe", "code"] },
    "vscode-insiders": {
      name: "Visual Studio Code",
      programs: ["com.microsoft.VSCodeInsiders", "Code - Insiders.exe", "code-insiders"],
    },
    vscodium: { name: "VSCodium", programs: ["com.vscodium", "VSCodium.exe", "codium"] },
    cursor: { name: "Cursor", programs: ["com.todesktop.230313mzl4w4u92", "Cursor.exe", "cursor"] },
    windsurf: { name: "Windsurf", programs: ["com.exafunction.windsurf", "Windsurf.exe", "windsurf"] },
    zed: { name: "Zed", programs: ["dev.zed.Zed", "zed.exe", "zed"] },
    // Until its version 15, the plugin for JetBrains' programs sent their internal names: idea, PyCharmCore, Python, Ruby.
    intellijidea: jetbrains("IntelliJ IDEA", "intellij", "idea"),
    intellij: jetbrains("IntelliJ IDEA", "intellij", "idea"),
    idea: jetbrains("IntelliJ IDEA", "intellij", "idea"),
    pycharm: jetbrains("PyCharm", "pycharm", "pycharm"),
    pycharmcore: jetbrains("PyCharm", "pycharm", "pycharm"),
    python: jetbrains("PyCharm", "pycharm", "pycharm"),
    webstorm: jetbrains("WebStorm", "WebStorm", "webstorm"),
    phpstorm: jetbrains("PhpStorm", "PhpStorm", "phpstorm"),
    goland: jetbrains("GoLand", "goland", "goland"),
    clion: jetbrains("CLion", "CLion", "clion"),
    rider: jetbrains("Rider", "rider", "rider"),
    rubymine: jetbrains("RubyMine", "rubymine", "rubymine"),
    ruby: jetbrains("RubyMine", "rubymine", "rubymine"),
    rustrover: jetbrains("RustRover", "rustrover", "rustrover"),
    datagrip: jetbrains("DataGrip", "datagrip", "datagrip"),
    androidstudio: {
      name: "Android Studio",
      programs: ["com.google.android.studio", "studio64.exe", "jetbrains-studio"],
    },
    xcode: { name: "Xcode", programs: ["com.apple.dt.Xcode"] },
    visualstudio: { name: "Visual Studio", programs: ["com.microsoft.visual-studio", "devenv.exe"] },
    vim: { name: "vim", programs: ["org.vim.MacVim", "gvim.exe", "vim"] },
    neovim: { name: "nvim", programs: ["com.neovide.neovide", "nvim.exe", "nvim"] },
    emacs: { name: "Emacs", programs: ["org.gnu.Emacs", "emacs.exe", "emacs"] },
    sublime: { name: "Sublime Text", programs: ["com.sublimetext.4", "sublime_text.exe", "sublime_text"] },
    chrome: { name: "Google Chrome", programs: ["com.google.Chrome", "chrome.exe", "google-chrome"] },
    firefox: { name: "Firefox", programs: ["org.mozilla.firefox", "firefox.exe", "firefox"] },
    edge: { name: "Microsoft Edge", programs: ["com.microsoft.edgemac", "msedge.exe", "microsoft-edge"] },
    safari: { name: "Safari", programs: ["com.apple.Safari"] },
  }),
);

const UNKNOWN = "editor";

/** What the command-line client reports before the plugin's name: its own version, the system, its language. */
const CLIENT = /^(?:wakatime|go|python|unknown)(?:[\d./v]|$)/i;

/**
 * The editor named in a user agent such as `wakatime/v1.90.0 (linux-6.5-x86_64) go1.21 vscode/1.85.0
 * vscode-wakatime/24.4.0`. An unknown one keeps the name it gives itself.
 */
export function editorOf(userAgent: string | null): Editor {
  const words = (userAgent ?? "").replace(/\([^()]*\)/g, " ").split(/\s+/);
  const [named = UNKNOWN] = words
    .filter((word) => word !== "" && !CLIENT.test(word))
    .map((word) => word.split("/", 1)[0]?.replace(/-wakatime$/i, "") ?? "")
    .filter((name) => /^[\w .+-]{1,64}$/.test(name));
  const known = EDITORS.get(named.toLowerCase());
  return known ?? { name: named, programs: [`wakatime.${named.toLowerCase()}`] };
}
