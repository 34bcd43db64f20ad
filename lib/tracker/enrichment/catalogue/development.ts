/** Programs for making software. `programs.ts` describes the columns. */
export const DEVELOPMENT = `
dev.code | Visual Studio Code, VS Code, Code, Code - OSS, Code - Insiders | com.microsoft.vscode, com.microsoft.vscodeinsiders, com.visualstudio.code.oss | code, code - insiders, microsoft.visualstudiocode | code, code-insiders, code-oss, code-url-handler, code-insiders-url-handler, com.visualstudio.code, com.visualstudio.code-oss, visual studio code
?dev.code | | wakatime.*
dev.code | VSCodium, Codium | com.vscodium, com.vscodium.codium | vscodium, codium | vscodium, codium, com.vscodium.codium, vscodium-url-handler
dev.code | Cursor | com.todesktop.230313mzl4w4u92, com.cursor.cursor | cursor | cursor, cursor-url-handler
dev.code | Windsurf | com.exafunction.windsurf | windsurf | windsurf
dev.code | Trae | com.trae.app | trae | trae
dev.code | Kiro | dev.kiro.desktop | kiro | kiro
dev.code | Google Antigravity, Antigravity | com.google.antigravity | antigravity | antigravity
dev.code | Void | com.voideditor.code | void | void
dev.code | Positron | co.posit.positron | positron | positron
dev.code | Zed | dev.zed.* | zed | zed, dev.zed.zed, dev.zed.*, zed-editor
dev.code | Visual Studio | com.microsoft.visual-studio, com.microsoft.visual-studio-mac | devenv, blend
dev.code | Xcode | com.apple.dt.xcode
dev.code | Instruments, Simulator, Playgrounds, Swift Playgrounds, Script Editor | com.apple.dt.*, com.apple.iphonesimulator, com.apple.playgroundsmac, com.apple.scripteditor2, com.apple.scripteditor
dev.code | IntelliJ IDEA, IntelliJ IDEA CE, IDEA | com.jetbrains.* | idea, idea64 | jetbrains-*, com.jetbrains.*, intellij-idea-community, intellij-idea-ultimate
dev.code | WebStorm | | webstorm, webstorm64 | webstorm
dev.code | PyCharm | | pycharm, pycharm64 | pycharm, pycharm-community, pycharm-professional
dev.code | PhpStorm | | phpstorm, phpstorm64 | phpstorm
dev.code | GoLand | | goland, goland64 | goland
dev.code | CLion | | clion, clion64 | clion
dev.code | RubyMine | | rubymine, rubymine64 | rubymine
dev.code | RustRover | | rustrover, rustrover64 | rustrover
dev.code | Rider, JetBrains Rider | | rider, rider64 | rider
dev.code | Fleet, JetBrains Fleet | fleet.app | fleet | fleet
dev.code | DataSpell, Aqua, MPS, JetBrains Gateway, JetBrains Toolbox, JetBrains Client | | dataspell, dataspell64, aqua64, mps64, gateway64, jetbrains-toolbox, jetbrains_client64 | dataspell, jetbrains-toolbox
dev.code | Android Studio | com.google.android.studio, com.google.android.studio-eap | studio64 | android-studio, com.google.androidstudio, jetbrains-studio
dev.code | Eclipse, Eclipse IDE | org.eclipse.*, epp.package.* | eclipse, eclipsec | eclipse, org.eclipse.java, org.eclipse.*
dev.code | NetBeans, Apache NetBeans, Apache NetBeans IDE | org.netbeans.*, org.apache.netbeans | netbeans, netbeans64 | netbeans, apache netbeans ide, org.apache.netbeans
dev.code | Sublime Text | com.sublimetext.* | sublime_text | sublime_text, sublime-text, subl, com.sublimetext.three, com.sublimehq.sublimetext
dev.code | Nova | com.panic.nova
dev.code | BBEdit | com.barebones.bbedit
dev.code | TextMate | com.macromates.textmate, com.macromates.textmate.preview
dev.code | CotEditor | com.coteditor.coteditor
dev.code | Coda | com.panic.coda2
dev.code | Atom | com.github.atom | atom | atom, io.atom.atom
dev.code | Pulsar | dev.pulsar-edit.pulsar | pulsar | pulsar, dev.pulsar_edit.pulsar
dev.code | Brackets | io.brackets.appshell | brackets | brackets, io.brackets.brackets
dev.code | Lapce | io.lapce.lapce, io.lapce | lapce | lapce, dev.lapce.lapce
dev.code | Lite XL | com.lite-xl | lite-xl | lite-xl, com.lite_xl.litexl
dev.code | Notepad++ | | notepad++ | notepad-plus-plus, notepadqq, com.notepadqq.notepadqq, notepadnext, com.github.dail8859.notepadnext
dev.code | MacVim, Vim, gVim | org.vim.macvim | vim, gvim | vim, gvim, org.vim.vim
dev.code | Neovim, Neovide, nvim | com.neovide.neovide, com.qvacua.vimr | nvim, nvim-qt, neovide, goneovim | nvim, neovide, nvim-qt, io.neovim.nvim, dev.neovide.neovide, goneovim
dev.code | Emacs, GNU Emacs, Aquamacs, Doom Emacs | org.gnu.emacs, org.gnu.aquamacs | emacs, runemacs, emacsclientw, emacsclient | emacs, org.gnu.emacs, emacs-gtk, emacsclient
dev.code | Helix | com.helix-editor.helix | hx | helix, hx, com.helix_editor.helix
dev.code | Kate | org.kde.kate | kate | kate, org.kde.kate
dev.code | Geany | org.geany.geany | geany | geany, org.geany.geany
dev.code | Bluefish | | bluefish | bluefish, nl.openoffice.bluefish
dev.code | KDevelop | | kdevelop | kdevelop, org.kde.kdevelop
dev.code | GNOME Builder | | | gnome-builder, org.gnome.builder
dev.code | Qt Creator, Qt Designer | org.qt-project.qtcreator | qtcreator | qtcreator, org.qt-project.qtcreator, io.qt.qtcreator
dev.code | Code::Blocks | org.codeblocks.codeblocks | codeblocks | codeblocks, org.codeblocks.codeblocks
dev.code | CodeLite, Dev-C++ | org.codelite | codelite, devcpp | codelite, org.codelite.codelite
dev.code | Lazarus | | lazarus | lazarus
dev.code | RAD Studio, Delphi | | bds
dev.code | PowerShell ISE | | powershell_ise
dev.code | Spyder | org.spyder-ide.spyder | spyder | spyder, org.spyder_ide.spyder
dev.code | Thonny, IDLE, Mu | org.thonny.thonny, org.python.idle | thonny, idle | thonny, org.thonny.thonny, idle, mu-editor
dev.code | RStudio | com.rstudio.desktop, org.rstudio.rstudio | rstudio | rstudio
dev.code | MATLAB | com.mathworks.matlab | matlab | matlab, matlabwindow
dev.code | GNU Octave, Octave | org.octave.octave | octave-gui | octave-gui, octave, org.octave.octave
dev.code | Mathematica, Wolfram | com.wolfram.mathematica | mathematica, wolframnb | mathematica, wolframnb
dev.code | Arduino IDE, Arduino | cc.arduino.ide2, cc.arduino.arduino | arduino ide, arduino | arduino-ide, arduino ide, arduino, cc.arduino.ide2, cc.arduino.arduinoide, processing-app-base
dev.code | STM32CubeIDE, MPLAB X IDE, Keil uVision, IAR Embedded Workbench | com.st.stm32cube.ide | stm32cubeide, uv4, iaridepm, mplab_ide64 | stm32cubeide
dev.code | LabVIEW | com.ni.labview | labview | labview
dev.code | Unity, Unity Hub, Unity Editor | com.unity3d.unityeditor5.x, com.unity3d.unityhub | unity, unity hub | unity, unityhub, com.unity.unityhub
dev.code | Unreal Editor, Unreal Engine | com.epicgames.unrealeditor | unrealeditor, ue4editor, ue5editor | unrealeditor, ue4editor
dev.code | Godot, Godot Engine | org.godotengine.godot | godot | godot, godot_engine, org.godotengine.godot, godot_editor, godotengine
dev.code | GameMaker, RPG Maker, Construct, Defold, Roblox Studio | com.yoyogames.gamemaker, com.roblox.robloxstudio | gamemaker, gamemakerstudio, rpgmv, rpgmz, robloxstudiobeta, defold | gamemaker, defold
dev.code | Processing, Scratch | org.processing.app, edu.mit.scratch.scratch-desktop | processing, scratch, scratch 3 | processing, scratch, scratch-desktop, edu.mit.scratch
dev.code | Hex Fiend, HxD, ImHex, Hex Editor | com.ridiculousfish.hexfiend, net.werwolv.imhex | hxd, hxd64, imhex, 010editor | ghex, org.gnome.ghex, okteta, org.kde.okteta, imhex, net.werwolv.imhex, bless
dev.code | Ghidra, IDA, Hopper, x64dbg, WinDbg, Cutter | com.cryptic-apps.hopper-web-4, org.ghidra | ida, ida64, idaq64, idaq, x64dbg, x32dbg, windbg, windbgx, dbgx.shell, dnspy, ilspy, dotpeek64, cutter, ollydbg, ghidrarun, microsoft.windbg | ghidra-ghidra, ghidra, cutter, ida64, re.rizin.cutter
dev.code | Meld, Beyond Compare, WinMerge, Kaleidoscope, FileMerge, KDiff3, Araxis Merge, P4Merge, Diffmerge | com.scootersoftware.beyondcompare, com.blackpixel.kaleidoscope, app.kaleidoscope.v, com.apple.filemerge, com.perforce.p4merge, org.gnome.meld | bcompare, winmergeu, meld, kdiff3, compare, p4merge, sgdm | meld, org.gnome.meld, bcompare, kdiff3, kompare, org.kde.kompare, p4merge, diffuse
dev.code | Reveal, Proxyman Atlantis, Flipper, React Native Debugger | com.facebook.flipper, com.electron.react-native-debugger, com.ittybittyapps.reveal2 | flipper, react native debugger | flipper
dev.code | Glade, Poedit, Regex Coach, Patterns, DB Schema | net.poedit.poedit, com.krillapps.patterns | poedit | glade, org.gnome.glade, poedit, net.poedit.poedit, virtaal, lokalize, org.kde.lokalize, com.github.finefindus.eyedropper
dev.vcs | GitHub Desktop | com.github.githubclient | githubdesktop | github desktop, github-desktop, io.github.shiftey.desktop
dev.vcs | Fork | com.danpristupov.fork | fork
dev.vcs | Tower | com.fournova.tower3, com.fournova.tower2 | tower, gittower
dev.vcs | Sourcetree | com.torusknot.sourcetreenotmas, com.torusknot.sourcetree | sourcetree
dev.vcs | GitKraken | com.axosoft.gitkraken, com.gitkraken.gitkraken | gitkraken | gitkraken, com.axosoft.gitkraken
dev.vcs | Sublime Merge | com.sublimemerge | sublime_merge | sublime_merge, sublime-merge, com.sublimemerge.app
dev.vcs | GitUp, Gitbox, Retcon, GitFinder, GitX, Gitfox | co.gitup.mac, com.bytieful.gitfox-setapp, com.gieson.gitfinder, net.phere.gitx
dev.vcs | TortoiseGit, TortoiseSVN, TortoiseHg | | tortoisegitproc, tortoiseproc, thg, thgw | thg
dev.vcs | Git GUI, gitk, Git Extensions, SmartGit, GitAhead, Gittyup | com.syntevo.smartgit, com.gitahead.gitahead | gitextensions, smartgit, git-gui, gitk, gitahead, gittyup | gitk, git-gui, git-cola, com.github.git_cola.git-cola, gitg, org.gnome.gitg, smartgit, com.syntevo.smartgit, gitahead, gittyup, com.github.murmele.gittyup, gitqlient, giggle, ungit
dev.vcs | lazygit, tig, Gitea, Perforce, P4V | com.perforce.p4v | p4v, lazygit | p4v, lazygit, tig
dev.vcs | Gitnuro, Aurees, Relagit, GitButler | com.gitbutler.app | gitbutler-tauri, gitbutler | gitbutler-tauri, gitbutler, com.jetpackduba.gitnuro
dev.terminal | Terminal | com.apple.terminal | | x-terminal-emulator
dev.terminal | iTerm, iTerm2 | com.googlecode.iterm2
dev.terminal | Ghostty | com.mitchellh.ghostty | ghostty | ghostty, com.mitchellh.ghostty
dev.terminal | kitty | net.kovidgoyal.kitty | kitty | kitty
dev.terminal | Alacritty | org.alacritty, io.alacritty | alacritty | alacritty, org.alacritty.alacritty
dev.terminal | WezTerm | com.github.wez.wezterm | wezterm-gui, wezterm | wezterm, org.wezfurlong.wezterm, org.wezfurlong.wezterm-gui, wezterm-gui
dev.terminal | Warp | dev.warp.* | warp | warp, dev.warp.warp, warp-terminal, dev.warp.warp-stable
dev.terminal | Hyper | co.zeit.hyper | hyper | hyper
dev.terminal | Tabby | org.tabby | tabby | tabby
dev.terminal | Wave, Wave Terminal | dev.commandline.waveterm | wave | wave, waveterm, dev.commandline.waveterm
dev.terminal | Rio, Contour, Black Box, Extraterm | com.raphaelamorim.rio | rio, contour | rio, contour, blackbox, com.raggesilver.blackbox, extraterm, org.contourterminal.contour
dev.terminal | Windows Terminal | | windowsterminal, windowsterminalpreview, wt, microsoft.windowsterminal, microsoft.windowsterminalpreview, openconsole, conhost
dev.terminal | Command Prompt, cmd | | cmd
dev.terminal | PowerShell, Windows PowerShell | com.microsoft.powershell | powershell, pwsh, microsoft.powershell | pwsh
dev.terminal | WSL, Ubuntu, Debian, Kali Linux, Windows Subsystem for Linux | | wsl, wslhost, wslg, ubuntu, ubuntu2204, ubuntu2404, debian, kali, opensuse-*, opensuse, suse-*, suse, sles-*, fedora, fedoraremix, almalinux, almalinux-*, rockylinux, oraclelinux, alpine, arch, archlinux, pengwin, kalilinux.*, thedebianproject.*, canonicalgrouplimited.ubuntu, canonicalgrouplimited.ubuntu22.04lts, canonicalgrouplimited.ubuntu24.04lts
dev.terminal | Git Bash, MinTTY, MSYS2, Cygwin, Nushell | | mintty, git-bash, bash, nu, nushell, xonsh, elvish, fish, zsh, msys2, ucrt64, mingw64
dev.terminal | ConEmu, Cmder, Clink | | conemu, conemu64, conemuc64, cmder
dev.terminal | FluentTerminal, Terminus | org.terminus | fluentterminal, fluentterminal.app, terminus | terminus
dev.terminal | PuTTY | | putty, kitty_portable, kitty-portable, plink, puttytel | putty
dev.terminal | MobaXterm, SecureCRT, Xshell, Tera Term, SuperPuTTY, Bitvise | com.vandyke.securecrt | mobaxterm, mobaxterm_personal, securecrt, xshell, ttermpro, superputty, bvssh, zoc | securecrt
dev.terminal | Termius | com.termius.mac, com.termius-dmg.mac, com.termius-beta.mac | termius | termius, termius-app, com.termius.termius
dev.terminal | Prompt, SSH Files, Secure ShellFish, Core Shell | com.panic.prompt.*, com.panic.prompt3, com.coreshell.coreshell
dev.terminal | GNOME Terminal | | | gnome-terminal, gnome-terminal-server, org.gnome.terminal
dev.terminal | GNOME Console, Console | | | kgx, org.gnome.console, gnome-console
dev.terminal | Ptyxis | | | ptyxis, org.gnome.ptyxis, app.devsuite.ptyxis
dev.terminal | Konsole, Yakuake | | konsole | konsole, org.kde.konsole, yakuake, org.kde.yakuake
dev.terminal | Xfce Terminal | | | xfce4-terminal, org.xfce.terminal
dev.terminal | MATE Terminal, LXTerminal, QTerminal, Deepin Terminal, Pantheon Terminal, COSMIC Terminal | | | mate-terminal, lxterminal, qterminal, deepin-terminal, io.elementary.terminal, pantheon-terminal, com.system76.cosmicterm, org.lxqt.qterminal
dev.terminal | Terminator, Tilix, Guake, Tilda, Terminology, Cool Retro Term | | | terminator, tilix, com.gexperts.tilix, guake, org.guake.guake, tilda, terminology, cool-retro-term, sakura, termite, roxterm, eterm, terminix, xiate, ddterm, com.github.amezin.ddterm
dev.terminal | xterm, urxvt, rxvt, st, foot | org.x.xterm, org.macosforge.xquartz.x11, org.xquartz.x11 | xterm | xterm, uxterm, urxvt, urxvtd, rxvt, rxvt-unicode, st, st-256color, foot, footclient, org.codeberg.dnkl.foot, mlterm, aterm, kterm, lxterm, wayst, havoc, dropdown-terminal, scratchpad-terminal
dev.terminal | tmux, Zellij, Byobu | | | tmux, byobu, zellij
dev.data | TablePlus | com.tinyapp.tableplus, com.tinyapp.tableplus-setapp | tableplus | tableplus
dev.data | DBeaver, DBeaver Community | org.jkiss.dbeaver.*, com.dbeaver.* | dbeaver, dbeaver-ee, dbeaverc | dbeaver, dbeaver-ce, io.dbeaver.dbeavercommunity, dbeaver-community, io.dbeaver.*
dev.data | DataGrip | com.jetbrains.datagrip | datagrip, datagrip64 | datagrip, jetbrains-datagrip, com.jetbrains.datagrip
dev.data | pgAdmin, pgAdmin 4 | org.pgadmin.* | pgadmin4, pgadmin3 | pgadmin4, pgadmin4-desktop, org.pgadmin.pgadmin4, pgadmin3
dev.data | Postico, Postico 2, PSequel, Postgres | at.eggerapps.postico, com.postgresapp.postgres2, com.psequel.psequel
dev.data | Sequel Ace, Sequel Pro, Querious | com.sequel-ace.sequel-ace, com.sequelpro.sequelpro, com.araeliumgroup.querious
dev.data | MySQL Workbench | com.oracle.workbench.mysqlworkbench, com.mysql.workbench | mysqlworkbench | mysql-workbench, mysql-workbench-bin, mysql-workbench-community
dev.data | HeidiSQL, SQLyog, Toad, dbForge Studio, SQL Developer, PL/SQL Developer | com.oracle.sqldeveloper, oracle.sqldeveloper | heidisql, heidisql64, sqlyog, toad, dbforgesql, dbforgemysql, sqldeveloper, sqldeveloper64w, plsqldev | heidisql, sqldeveloper, oracle sql developer
dev.data | SQL Server Management Studio, SSMS, Azure Data Studio, SQL Server Profiler | com.azuredatastudio.oss | ssms, azuredatastudio, profiler, sqlwb | azuredatastudio, azure data studio
dev.data | Beekeeper Studio | io.beekeeperstudio.desktop | beekeeper studio, beekeeper-studio | beekeeper-studio, beekeeper studio, io.beekeeperstudio.studio
dev.data | Navicat, Navicat Premium | com.navicat.*, com.prect.* | navicat | navicat, com.navicat.premium
dev.data | DB Browser for SQLite, SQLiteStudio, SQLPro, Base | net.sourceforge.sqlitebrowser, com.hankinsoft.*, pl.com.salsoft.sqlitestudio, menial.base | db browser for sqlite, sqlitestudio | sqlitebrowser, org.sqlitebrowser.sqlitebrowser, db browser for sqlite, sqlitestudio, pl.sqlitestudio.sqlitestudio
dev.data | MongoDB Compass, Studio 3T, Robo 3T, NoSQLBooster | com.mongodb.compass, 3t.studio, com.3tsoftwarelabs.robo3t | mongodbcompass, studio 3t, robo3t | mongodb compass, mongodb-compass, com.mongodb.compass, studio-3t, robo3t
dev.data | Redis Insight, RedisInsight, Another Redis Desktop Manager, Medis, Redis Desktop Manager, RDM | org.redisinsight, com.redis.redisinsight, me.qii404.another-redis-desktop-manager, li.zihua.medis2 | redisinsight, redis insight, another redis desktop manager, rdm, resp | redisinsight, redis insight, com.redis.redisinsight, another-redis-desktop-manager, rdm, resp, dev.rdm.rdm
dev.data | Neo4j Desktop, DbVisualizer, DbSchema, Valentina Studio, SQuirreL SQL, Antares SQL, Sqlectron, DbGate | com.neo4j.neo4j-desktop, com.dbvis.dbvisualizer, org.dbgate | neo4j desktop, dbvis, dbschema, vstudio, antares, dbgate | neo4j-desktop, dbvis, com-onseven-dbvis-dbvisualizergui, dbschema, antares, dbgate, org.dbgate.dbgate, squirrel-sql
dev.data | JupyterLab, JupyterLab Desktop, Jupyter Notebook, Anaconda Navigator, Orange, KNIME, Weka | org.jupyter.jupyterlab-desktop, com.anaconda.navigator, org.knime.product | jupyterlab, anaconda-navigator, knime, orange-canvas | jupyterlab, jupyterlab-desktop, anaconda-navigator, knime, orange-canvas
dev.data | Power BI, Power BI Desktop, Tableau, Tableau Desktop, Tableau Prep, Qlik Sense, SPSS, Stata, SAS, QlikView, Alteryx | com.tableausoftware.*, com.tableau.*, com.ibm.spss, com.stata.statamp | pbidesktop, tableau, tabprep, qv, stats, statamp-64, statase-64, stata, sas, alteryxgui, microsoft.microsoftpowerbidesktop | stata, xstata, xstata-mp, pspp, psppire
dev.data | Elasticvue, Kafka Tool, Offset Explorer, Conduktor | | offsetexplorer, conduktor, elasticvue | offsetexplorer, conduktor
dev.ops | Docker, Docker Desktop | com.docker.docker, com.electron.dockerdesktop, com.electron.docker-frontend | docker desktop, com.docker.backend, docker | docker desktop, docker-desktop
dev.ops | OrbStack | dev.kdrag0n.macvirt
dev.ops | Podman Desktop, Rancher Desktop, Colima, Portainer | io.podmandesktop.podmandesktop, io.podman_desktop.podmandesktop, io.rancherdesktop.app | podman desktop, rancher desktop | podman desktop, podman-desktop, io.podman_desktop.podmandesktop, rancher desktop, rancher-desktop, io.rancherdesktop.app, com.github.marhkb.pods, whaler
dev.ops | Lens, OpenLens, Headlamp, k9s, Octant, Freelens | com.electron.kontena-lens, com.k8slens.lens, com.electron.open-lens, com.kinvolk.headlamp | lens, openlens, headlamp, k9s, freelens | lens, openlens, kontena-lens, headlamp, k9s, dev.k8slens.openlens, io.kinvolk.headlamp, freelens, app.freelens.freelens
dev.ops | VirtualBox, Oracle VM VirtualBox, Oracle VirtualBox | org.virtualbox.app.virtualbox, org.virtualbox.app.virtualboxvm | virtualbox, virtualboxvm, vboxmanage | virtualbox, virtualbox manager, virtualbox machine, virtualboxvm, virtualbox.desktop, org.virtualbox.virtualbox
dev.ops | VMware Fusion, VMware Workstation, VMware Player, VMware vSphere Client, VMware Horizon Client | com.vmware.fusion, com.vmware.horizon | vmware, vmplayer, vpxclient, vmware-view, vmware-vmx | vmware, vmplayer, vmware-view
dev.ops | Parallels Desktop | com.parallels.desktop.console, com.parallels.desktop.*
dev.ops | UTM, Virtual Machine Manager, Virt-Manager, GNOME Boxes, Boxes, QEMU, Hyper-V Manager, Virt Viewer, Multipass, Vagrant | com.utmapp.utm, com.canonical.multipass | virtmgmt, vmconnect, qemu-system-x86_64, multipass.gui, virt-viewer, remote-viewer | virt-manager, org.virt_manager.virt-manager, gnome-boxes, org.gnome.boxes, qemu, qemu-system-x86_64, virt-viewer, remote-viewer, quickemu, quickgui, multipass.gui, aqemu
dev.ops | Windows Sandbox, Windows Subsystem for Android | | windowssandbox, windowssandboxclient, wsaclient
dev.ops | Remote Desktop, Microsoft Remote Desktop, Windows App, Remote Desktop Connection | com.microsoft.rdc.macos, com.microsoft.rdc.mac, com.microsoft.rdc.osx.beta | mstsc, msrdc, msrdcw, rdclient.windows, windows365, rdcman, microsoftcorporationii.windows365, microsoft.remotedesktop
dev.ops | TeamViewer | com.teamviewer.teamviewer | teamviewer, teamviewer_desktop | teamviewer, com.teamviewer.teamviewer
dev.ops | AnyDesk | com.philandro.anydesk | anydesk | anydesk, com.anydesk.anydesk
dev.ops | RustDesk, Parsec, NoMachine, Splashtop, Chrome Remote Desktop, Screens, Jump Desktop, Royal TS, Remote Desktop Manager, DWService | com.carriez.rustdesk, com.p5sys.jump.mac.viewer, tv.parsec.www, com.nomachine.nxplayer, com.edovia.screens, com.apple.remotedesktop, com.apple.screensharing, com.devolutions.remotedesktopmanager | rustdesk, parsecd, nxplayer, strwinclt, royalts, remotedesktopmanager, remotedesktopmanager64, jumpclient | rustdesk, com.rustdesk.rustdesk, parsecd, com.parsecgaming.parsec, nxplayer, nxplayer.bin, remotedesktopmanager
dev.ops | Remmina, KRDC, Vinagre, GNOME Connections, Connections, TigerVNC, RealVNC Viewer, VNC Viewer, TightVNC, UltraVNC, FreeRDP | com.realvnc.vncviewer, com.tigervnc.tigervnc | vncviewer, tvnviewer, wfreerdp | remmina, org.remmina.remmina, krdc, org.kde.krdc, vinagre, org.gnome.connections, gnome-connections, vncviewer, xfreerdp, wlfreerdp, realvnc-vnc-viewer, tigervnc viewer
dev.ops | FileZilla, WinSCP, Cyberduck, Transmit, ForkLift, Core FTP, CuteFTP, Mountain Duck | org.filezilla-project.filezilla, ch.sudo.cyberduck, com.panic.transmit, com.panic.transmit.mas, com.binarynights.forklift, com.binarynights.forklift-3, io.mountainduck | filezilla, winscp, cyberduck, coreftp, cuteftp | filezilla, org.filezillaproject.filezilla, gftp, bareftp
dev.ops | Wireshark, Fiddler, Fiddler Everywhere, Charles, Proxyman, mitmproxy, Burp Suite, OWASP ZAP, Zenmap, Nmap, HTTP Toolkit, Little Snitch | org.wireshark.wireshark, com.xk72.charles, com.proxyman.nsproxy, com.install4j.burp, org.zaproxy.zap, tech.httptoolkit.desktop, at.obdev.littlesnitch, com.progress.fiddler | wireshark, fiddler, fiddler everywhere, charles, proxyman, burpsuitecommunity, burpsuitepro, zap, zenmap, http toolkit | wireshark, org.wireshark.wireshark, charles, com-xk72-charles-gui-maindelegate, burp-startburp, zenmap, http toolkit, httptoolkit, zap, org.zaproxy.zap, etherape
dev.ops | Grafana, Zabbix, Process Monitor, Event Viewer, IIS Manager, Server Manager | | inetmgr, servermanager, procmon, procmon64, procexp, procexp64, eventvwr
dev.ops | Ansible, Terraform, Vagrant Manager, AWS VPN Client, Azure Storage Explorer, S3 Browser, Cloud Explorer | com.amazonaws.acvc.osx, com.microsoft.storageexplorer | storageexplorer, s3browser-ui, s3browser-win32, awsvpnclient | storageexplorer, aws vpn client
dev.ops | XAMPP, MAMP, Laragon, Local, DevKinsta, ServBay, Herd | com.apachefriends.xampp, de.appsolute.mamp, de.appsolute.mamppro, com.getflywheel.lightning.local, com.nativephp.herd, com.beyondcode.herd | xampp-control, mamp, laragon, local, herd | local
dev | Postman | com.postmanlabs.mac | postman | postman, com.getpostman.postman
dev | Insomnia | com.insomnia.app | insomnia | insomnia, rest.insomnia.insomnia
dev | Bruno, Hoppscotch, HTTPie, Paw, RapidAPI, Yaak, SoapUI, Kreya, Hopp, Cartero | com.usebruno.app, com.luckymarmot.paw, io.hoppscotch.desktop, io.httpie.desktop, app.yaak.desktop, com.rapidapi.*, com.smartbear.soapui | bruno, hoppscotch, httpie, yaak, yaak-app, soapui, soapui-5.7.2, readyapi | bruno, com.usebruno.bruno, hoppscotch, io.hoppscotch.hoppscotch, httpie, io.httpie.httpie, yaak, yaak-app, app.yaak.yaak, soapui, com-eviware-soapui-soapui, es.danirod.cartero
dev | Apache JMeter, Swagger Editor, Stoplight Studio, GraphiQL, Altair GraphQL Client, Apidog, Apollo Studio | io.stoplight.studio, com.xkoji.altair, com.apidog.app | jmeter, altair graphql client, apidog, stoplight studio | org-apache-jmeter-newdriver, jmeter, altair, apidog, stoplight studio
dev.reference | Dash | com.kapeli.dashdoc, com.kapeli.dash
dev.reference | Zeal, DevDocs, DevHelp, Velocity | | zeal, velocity | zeal, org.zealdocs.zeal, devdocs, devhelp, org.gnome.devhelp, app.drey.biblioteca, biblioteca, qt assistant, assistant
dev.ai | ChatGPT | com.openai.chat, com.openai.chat-helper | chatgpt, openai.chatgpt-desktop | chatgpt, chatgpt-desktop
dev.ai | Codex | com.openai.codex | codex | codex
dev.ai | Claude, Claude Desktop | com.anthropic.claudefordesktop, com.anthropic.claude | claude, anthropicpbc.claude | claude, claude-desktop
dev.ai | Copilot, Microsoft Copilot, Microsoft 365 Copilot | com.microsoft.copilot | copilot, microsoft.copilot, m365copilot
dev.ai | Perplexity | ai.perplexity.mac | perplexity | perplexity
dev.ai | Gemini, Poe, Grok, DeepSeek, Le Chat | com.google.gemini, com.poe.desktop, ai.x.grok | poe, gemini, grok, deepseek | poe
dev.ai | Ollama, LM Studio, Jan, Msty, GPT4All, AnythingLLM, Cherry Studio, Open WebUI, Alpaca | com.electron.ollama, ai.elementlabs.lmstudio, jan.ai.app, app.msty.app, io.gpt4all.gpt4all, com.anythingllm | ollama, ollama app, lm studio, jan, msty, gpt4all, chat, anythingllm, anythingllmdesktop, cherry studio | ollama, lm studio, lm-studio, lmstudio, jan, msty, gpt4all, io.gpt4all.gpt4all, anythingllm, anythingllmdesktop, cherry-studio, com.jeffser.alpaca
dev.ai | MacGPT, BoltAI, TypingMind, Raycast AI, Superwhisper | co.podzim.boltgpt, com.macgpt, com.superduper.superwhisper
dev.code | Visual Studio Code - Exploration, Code - Exploration | com.microsoft.vscodeexploration | code - exploration | code-exploration
dev.code | LINQPad, LINQPad 8, LINQPad 7, SciTE, Komodo IDE, Komodo Edit, CODESYS, STM32CubeMX, Microchip Studio, Atmel Studio, Code Composer Studio, TIA Portal, TwinCAT | com.activestate.komodoide, com.st.stm32cubeide | linqpad, linqpad5, linqpad6, linqpad7, linqpad8, scite, komodo, codesys, stm32cubemx, atmel studio, atmelstudio, ccstudio, siemens.automation.portal, tcxaeshell | scite, komodo, stm32cubemx, ccstudio, mplab_ide
dev.code | Scilab, wxMaxima, Maxima, Gambas, SageMath, FreeMat, Mathcad, Maple, TI-Nspire, Wolfram Engine | org.scilab.scilab, net.wxmaxima | scilab, wscilex, octave, wxmaxima, gambas, mathcad, maplew, xcas | scilab, wscilab, wxmaxima, io.github.wxmaxima_developers.wxmaxima, gambas3, sagemath, xcas, maple
dev.code | Workbench, Sysprof, Massif Visualizer, KCachegrind, Heaptrack, Hotspot, Cambalache, D-Spy, Bustle, D-Feet, Boxes Inspector, Manuals | | kcachegrind, qcachegrind | re.sonny.workbench, sysprof, org.gnome.sysprof, massif-visualizer, org.kde.massif-visualizer, kcachegrind, org.kde.kcachegrind, heaptrack_gui, org.kde.heaptrack, hotspot, com.kdab.hotspot, cambalache, ar.xjuan.cambalache, d-spy, org.gnome.dspy, bustle, org.freedesktop.bustle, d-feet, dfeet, org.gnome.dfeet, manuals, app.devsuite.manuals
dev.code | TextWrangler, Script Debugger, Textastic, Chime, RapidWeaver, Espresso, Taco, SubEthaEdit, CodeRunner, CodeEdit, Dash Notebooks, Pulse | com.barebones.textwrangler, com.latenightsw.scriptdebugger8, com.textasticapp.textastic-mac, com.realmacsoftware.rapidweaver8, com.macrabbit.espresso, org.subethaedit.subethaedit, com.krill.coderunner, app.codeedit.codeedit, com.chimehq.edit
dev.code | Cocos Creator, Blockbench, LÖVE, Ren'Py, Twine | com.yoyogames.gms2, com.defold.editor | gamemakerstudio-beta, rpgmakermz, cocoscreator, renpy, twine | renpy, twine
dev.terminal | electerm, WindTerm, Ásbrú Connection Manager, Remmina SSH, Bitvise SSH Client, ZOC, XPipe, Termora | com.electerm.electerm, org.electerm.electerm, com.panic.prompt.3, com.panic.prompt, com.codinn.core-shell, org.xpipe.app | electerm, windterm, zoc8, zoc7, xpipe, termora | electerm, org.electerm.electerm, windterm, asbru-cm, asbru, pac_manager, xpipe, io.xpipe.xpipe, termora
dev.vcs | Turtle, RabbitVCS, Plastic SCM, Unity Version Control, kdesvn, SmartSVN, Cornerstone, Versions, SnailSVN, RapidSVN, Perforce Helix, gitg, Git Cola, QGit, Commit, Guitar, GitUI, Sapling | com.codice.plastic, com.zennaware.cornerstone, com.blackpixel.versions, com.murmele.gittyup, com.github.gitahead.gitahead | plastic, plasticscm, gluon, smartsvn, git-cola, rapidsvn, tortoisehg, sapling | de.philippun1.turtle, turtle, rabbitvcs, plastic, plasticgui, kdesvn, org.kde.kdesvn, smartsvn, qgit, guitar, gitui, rapidsvn
dev.data | Prisma Studio, TablePro, SQLPro Studio, SQLPro for Postgres, SQLPro for MySQL, SQLPro for SQLite, SQLPro for MSSQL, SqlDbx, RazorSQL, Mongo Compass, Kettle, IBM SPSS Statistics, JMP, Minitab, EViews, gretl, jamovi, JASP, RapidMiner, DuckDB UI, pgModeler, Kibana Desktop | com.prisma.studio, dev.tableplus.tablepro, com.egger.sql.pro, com.hankinsoft.osx.sqlprostudio, com.hankinsoft.osx.sqlitepro, com.hankinsoft.osx.postgres, com.araelium.querious, com.navicat.navicatpremium, org.knime.desktop.knimeapp, com.stata.stata18, org.jamovi.jamovi, org.jasp-stats.jasp, com.pgmodeler.pgmodeler, org.pgadmin.pgadmin4 | sqldbx, sqldbxl, razorsql, nosqlbooster4mongo, studio3t, studio-3t, stata-64, jmp, mtb, gretl, jamovi, jasp, rapidminer-studio, pgmodeler, medis | dbvisualizer, razorsql, studio3t, nosqlbooster4mongo, org.knime.knimeap, gretl, jamovi, org.jamovi.jamovi, jasp, org.jaspstats.jasp, weka-gui-guichooser, rapidminer, orange, neo4j desktop, pgmodeler, vstudio, rkward, org.kde.rkward, labplot2, labplot, org.kde.labplot, org.kde.labplot2, qtiplot, scidavis
dev.ops | Citrix Workspace, Citrix Viewer, Citrix Desktop Viewer, Citrix Receiver, Omnissa Horizon Client, Guacamole, Distrobox, DistroShelf, BoxBuddy, Toolbx, GNS3, EVE-NG, Cisco Packet Tracer, Packet Tracer, Angry IP Scanner, Advanced IP Scanner, WinBox, PRTG, Aptakube, Proxmox Virtual Environment | com.citrix.*, com.citrix.receiver.icaviewer.mac, com.citrix.receiver.nomas, com.gns3.gns3, com.splashtop.*, com.omnissa.horizon.client.mac, org.nmap.zenmap, net.azib.ipscan, com.aptakube.aptakube, com.cisco.pt | wfica32, cdviewer, selfservice, selfserviceplugin, wfcrun32, gns3, packettracer, ipscan, advanced_ip_scanner, winbox64, winbox, horizon-client, aptakube, prtg enterprise console | wfica, wfica.wfica, selfservice, citrix workspace, distroshelf, com.ranfdev.distroshelf, boxbuddy, io.github.dvlv.boxbuddyrs, gns3, packettracer, ipscan, winbox, kinfocenter-ops
dev.ai | Chatbox, Witsy, Newelle, Enchanted, Draw Things, ComfyUI, DiffusionBee, Whisper Transcription, MacWhisper | xyz.chatboxapp.app, ai.msty.app, com.chat.boltai, com.kangfenmao.cherrystudio, co.typingmind.app, com.goodsnooze.macwhisper, org.diffusionbee.diffusionbee | chatbox, comfyui | chatbox, xyz.chatboxapp.app, alpaca, newelle, io.github.qwersyk.newelle
dev.ai | Google Gemini, NotebookLM, Google AI Studio
dev.reference | MDN, MDN Web Docs
dev.ops | AWS Console, Amazon WorkSpaces, WorkSpaces, Google Cloud Console, Azure Portal, Oracle VM VirtualBox Manager | com.amazon.workspaces | workspaces | workspacesclient
dev.terminal | | com.raphaelamorim.rio.nightly | | io.github.rioterm
dev.code | SEGGER *, JetBrains * | | embeddedstudio, emstudio
dev.ops | Parallels *
dev | Postman *
dev.code | Visual Studio *, Microsoft Visual Studio *, IntelliJ *, PyCharm *, WebStorm *, Android Studio *
dev.data | MongoDB *, MySQL *, Redis *, dbForge *, Navicat *
dev.ops | Citrix *, VMware *, Omnissa *, NoMachine *
dev.code | Create ML, Reality Composer Pro, Icon Composer | com.apple.createml, com.apple.realitycomposerpro
dev.code | LiveCode, SuperCollider, DrRacket, BlueJ, Greenfoot, jGRASP, PyScripter, Wing Pro, Wing IDE, Wing Personal, MonoDevelop, SharpDevelop, Xojo, B4X, PureBasic, FreeBASIC, SlickEdit, CudaText, Kakoune, Micro Editor, App Inventor, Stencyl, GDevelop, mBlock, LEGO MINDSTORMS, GNU Radio Companion, Logisim, Logisim-evolution | net.sourceforge.supercollider, org.racket-lang.drracket, com.xojo.xojo, com.runrev.livecode, io.gdevelop.ide | scide, drracket, pyscripter, bluej, greenfoot, xojo, purebasic, slickedit, cudatext, gdevelop, gdevelop 5, livecode | scide, drracket, bluej, greenfoot, gdevelop, gnuradio-companion, logisim-evolution, jgrasp, monodevelop
dev.code | Microsoft Visual Basic, Microsoft Visual C++, Visual FoxPro, Microsoft Visual FoxPro, PowerBuilder, WinDev, WEBDEV, Omnis Studio, 4D Developer, Oracle JDeveloper, Oracle Forms Builder, Gupta Team Developer, Embarcadero C++Builder, Uniface | | vb6, msdev, vfp9, windev, jdev64w, frmbld, pb125, pb2019
dev.code | Power Automate, Power Automate Desktop, UiPath Studio, UiPath Studio Pro, UiPath Assistant, Blue Prism, Automation Anywhere, OutSystems Service Studio, Mendix Studio Pro | | pad.console.host, pad.designer, uipath.studio, uipath.assistant, servicestudio, studiopro, microsoft.powerautomatedesktop
dev.code | Vivado, Vitis, Quartus Prime, Quartus, ModelSim, QuestaSim, Libero SoC, Lattice Diamond, Lattice Radiant, PSoC Creator, e² studio, TrueSTUDIO, CrossWorks, SoMachine, Unity Pro XL, EcoStruxure Control Expert, Studio 5000 Logix Designer, Studio 5000, RSLogix 500, RSLogix 5000, FactoryTalk View Studio, GX Works2, GX Works3, Sysmac Studio, CX-Programmer, Automation Studio, SIMATIC STEP 7, STEP 7-Micro/WIN SMART, WinCC, WinCC Unified, EPLAN Electric P8, PLCnext Engineer, TwinCAT XAE, TwinCAT XAE Shell, e!COCKPIT, LOGO!Soft Comfort, Ignition Designer | | vivado, vitis, quartus, modelsim, vsim, psoc creator, e2studio, rslogix5000, logixdesigner, rs500, gxw3, gxworks3, sysmacstudio, s7tgtopx, pg.automationstudio, eplan | vivado, quartus, vsim
dev.code | qFlipper, Hopper Disassembler, Binary Ninja, Cheat Engine, Resource Hacker, JD-GUI, JADX, jadx-gui, Bytecode Viewer, ILSpy Avalonia, dotMemory, dotTrace, RenderDoc, Nsight Systems, Nsight Graphics, NVIDIA Nsight Systems, Intel VTune Profiler, VisualVM, Java Mission Control, JDK Mission Control, JProfiler, YourKit Java Profiler, Eclipse Memory Analyzer, Perfetto, PerfView, Tracy Profiler, Android Debug Bridge, Expo Orbit, Xamarin, Flutter DevTools | com.vector35.binaryninja, com.flipperdevices.qflipper, dev.expo.orbit | binaryninja, cheatengine-x86_64-sse4-avx2, resourcehacker, jd-gui, jadx-gui, renderdoc, qrenderdoc, nsys-ui, vtune-gui, visualvm, jmc, jprofiler, perfview, qflipper, dotmemory64, dottrace64, yourkit-java-profiler | binaryninja, jd-gui, jadx-gui, qrenderdoc, nsys-ui, visualvm, jprofiler, tracy, qflipper, one.flipperzero.qflipper
dev.code | Pinegrow, Bootstrap Studio, Mobirise, WYSIWYG Web Builder | com.pinegrow.pinegrow, io.bootstrapstudio.bootstrap-studio, uk.co.cazzulino.blocs | pinegrow, bootstrap studio, mobirise | bootstrap studio, pinegrow
dev.vcs | GitFiend, GitBlade, SourceGit, Git Desktop, TortoiseHg Workbench, Anchorpoint, Diversion, GitHub Copilot Workspace | com.tobysuggate.gitfiend, com.sourcegit-scm.sourcegit | gitfiend, sourcegit, anchorpoint | gitfiend, sourcegit, com.sourcegit.sourcegit
dev.data | Outerbase Studio, Arctype, Datasette, PremiumSoft Navicat, Aqua Data Studio, EMS SQL Manager, SQL Manager for PostgreSQL, IBExpert, FlameRobin, Database Workbench, Database Workbench Pro, Toad Data Point, Toad for MySQL, Toad for SQL Server, OpenRefine, Dataiku, Talend Open Studio, Informatica PowerCenter, SAP HANA Studio, SAP Crystal Reports, Crystal Reports, SAP BusinessObjects, Web Intelligence, Teradata Studio, Teradata SQL Assistant, DataStage, SSIS, Excel Power Query, MicroStrategy, MicroStrategy Workstation, IBM Cognos, Cognos Analytics, Looker Studio, DAX Studio, Tabular Editor, Report Builder, Microsoft Report Builder, GraphPad Prism, OriginPro, OriginLab, SigmaPlot, NVivo, MAXQDA, ATLAS.ti, Dedoose, Veusz, gnuplot, VisIt, VisiData, DuckDB, Memgraph Lab, ArangoDB, FME Workbench, RKWard, QtiPlot, Igor Pro, Kaleidagraph, STATISTICA, Statgraphics, NCSS, Wizard Statistics, Gephi, Cytoscape, Positron Notebook | com.graphpad.prism, com.qsrinternational.nvivo, de.maxqda.maxqda, org.openrefine.openrefine, org.gephi.gephi, com.arctype.arctype, com.outerbase.studio, com.wavemetrics.igorpro | ibexpert, flamerobin, prism, origin64, sigmaplot, nvivo, maxqda, atlas.ti, fmeworkbench, daxstudio, tabulareditor, tabulareditor3, gephi, cytoscape, teradatastudio, sqlassistant, crw32, igor64, statgraphics | gephi, cytoscape, veusz, flamerobin, gnuplot, gnuplot_qt, openrefine, visidata
dev.data | ParaView | org.paraview.paraview | paraview | paraview, org.paraview.paraview
dev | Requestly, Thunder Client, Milkman, Reqable, gRPCui, BloomRPC, Wombat, MQTT Explorer, MQTTX, Restfox, Scalar, Scalar API Client, RESTer, HTTPie for Desktop, Firecamp, Nightingale REST | com.reqable.macos, com.emqx.mqttx, com.restfox.restfox, com.scalar.app, com.requestly.beta | reqable, bloomrpc, mqtt explorer, mqttx, restfox, requestly, scalar | reqable, com.reqable.reqable, bloomrpc, mqtt-explorer, mqttx, restfox, scalar, requestly
dev.ops | ScreenConnect, ScreenConnect Client, ConnectWise Control, ConnectWise Control Client, Supremo, ISL Light, Zoho Assist, LogMeIn, LogMeIn Client, GoToMyPC, Remote Utilities, Remote Utilities Viewer, Ammyy Admin, AeroAdmin, UltraViewer, HopToDesk, Iperius Remote, DameWare Mini Remote Control, BeyondTrust Remote Support, Bomgar, Radmin, Radmin Viewer, Windows Admin Center, Royal TS Lite, mRemoteNG, Royal TSX | com.royalapps.royaltsx, com.logmein.logmein, com.hoptodesk, com.ultraviewer | screenconnect.windowsclient, supremo, isllight, rutview, ammyy_admin, aeroadmin, ultraviewer_desktop, hoptodesk, dwrcc, radmin, logmein, lmiguardiansvc, mremoteng | hoptodesk, isllight
dev.ops | Veeam Backup & Replication, Veeam Console, Configuration Manager Console, Microsoft Configuration Manager Console, Failover Cluster Manager, Active Directory Users and Computers, Active Directory Administrative Center, Group Policy Management, Group Policy Management Editor, DNS Manager, DHCP Manager, Exchange Management Console, Nessus, Metasploit, Maltego, SolarWinds, SolarWinds Orion, Zabbix Agent, Icinga, Nagios XI, Paessler PRTG, Octopus Deploy, Chef Workstation, AWS Toolkit, Kubernetes Dashboard, Monokle, Kui, Infra App, Proxmox VE, XCP-ng Center, XenCenter, Nutanix Prism, Cockpit Client, iperf, LanScan, WiFi Explorer, inSSIDer, Acrylic Wi-Fi, NetSpot, Ekahau AI Pro, Network Radar | io.kubeshop.monokle, com.adriangranados.wifiexplorer, com.etwok.netspot, com.iwaxx.lanscan, app.infra, com.paterva.maltego | veeam.backup.shell, microsoft.configurationmanagement, dsac, nessus, maltego, monokle, xcp-ng center, xencentermain, netspot, inssider | monokle, maltego, cockpit-client, org.cockpit_project.cockpitclient, sniffnet
dev.ops | BlueStacks, Genymotion, NoxPlayer, LDPlayer, MEmu, Waydroid, Anbox, Android Emulator | com.bluestacks.*, com.genymobile.genymotion | bluestacks, hd-player, genymotion, nox, memu, dnplayer | genymotion, waydroid, waydroid.*, anbox, qemu-system-*
dev.ops | CuteCom, Minicom, GTKTerm, PuTTYtel, CoolTerm, RealTerm, Serial Studio, HTerm | com.decisivetactics.serial | coolterm, realterm, termite, hterm | cutecom, gtkterm, moserial, org.gnome.moserial
dev.ops | CrossFTP, SmartFTP, FlashFXP, Tftpd64, RcloneView, Rclone Browser, FreeFileSync, RealTimeSync, Commander One FTP, Viper FTP, YummyFTP, ExpanDrive, CloudMounter, Bitkinex, WS_FTP | com.crossftp, com.expandrive.expandrive | smartftp, flashfxp, tftpd64, tftpd32, freefilesync, freefilesync_x64, rclonebrowser | freefilesync, org.freefilesync.freefilesync, rclone-browser
dev.ai | Claude Code, Pieces, Pieces for Developers, Open Interpreter, Kimi, Doubao, Tongyi, Tongyi Qianwen, Qwen, Qwen Chat, Yuanbao, Tencent Yuanbao, Ernie Bot, Meta AI, HuggingChat, ChatWise, MindMac, Sider, GitHub Copilot, GitHub Copilot for Xcode, OpenCode, Sculptor, Wispr Flow, Aqua Voice, Stability Matrix, InvokeAI, Fooocus, Pinokio, LocalAI, KoboldCpp, SillyTavern, RecurseChat, ChatHub, Manus, Cluely, NVIDIA ChatRTX, ChatRTX, Amazon Q, Elephas, Kerlig | com.pieces.os, com.pieces.x, com.block.goose, app.chatwise, com.moonshot.kimi, com.bot.pc.doubao, com.electron.wispr-flow, com.conductor.app, com.memoryvault.memoryvault, com.github.copilotforxcode, ai.opencode.desktop | pieces, goose, doubao, kimi, chatwise, wispr flow, stabilitymatrix, stabilitymatrix.avalonia, pinokio, koboldcpp, monica, opencode | pieces_for_x, pieces-for-developers, goose, chatwise, pinokio, stabilitymatrix, opencode, ai.opencode.desktop, doubao
dev.terminal | Termius Beta, MTPuTTY, KiTTY Portable, Solar-PuTTY, NetSarang Xshell | | mtputty, solar-putty
dev.code | MicroPython
dev.code | CRYENGINE, Flutter
dev.code | radare2, apktool, Fernflower, Sourcegraph Cody
dev.code | PlatformIO, ESP-IDF, Amaya, SeaMonkey Composer
dev.vcs | Gitless
dev.data | Cognos, Looker, Deducer
dev.data | Kinetica
dev.ops | Splashtop Business
dev.ops | Steam Link, Sophos Central, Cilium
dev.ops | Kali Undercover, OpenVAS, Datadog Agent, Nagios, TeamCity, Jenkins
dev.ops | Rundeck, Webmin, Bvckup, rclone
dev.code | * IDE, * Code Editor, * Debugger, * Profiler
dev.vcs | * Git Client
dev.terminal | * Terminal, * Terminal Emulator, * SSH Client
dev.data | * SQL Client, * Database Manager, * Database Client
dev.ops | * Remote Desktop, * FTP Client
dev.terminal | | | | zutty, mlterm-wl
dev.ops | Seabird | | | dev.skynomads.seabird, seabird
`;
