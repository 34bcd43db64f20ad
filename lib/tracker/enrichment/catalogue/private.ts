/** Programs whose content is always private. `programs.ts` describes the columns. */
export const PRIVATE = `
sensitive | 1Password, 1Password 7 | com.1password.*, com.agilebits.* | 1password, agilebits.1password | 1password, com.onepassword.onepassword
sensitive | Norton Password Manager, Bitdefender Password Manager, Bitdefender SecurePass, McAfee True Key, Avast Passwords
sensitive | Bitwarden | com.bitwarden.* | bitwarden, 8bitsolutionsllc.bitwardendesktop | bitwarden, com.bitwarden.desktop
sensitive | LastPass | com.lastpass.* | lastpass, lastapp_x64, lastpass.lastpass | lastpass
sensitive | Dashlane | com.dashlane.* | dashlane | dashlane
sensitive | KeePass, KeePassXC, KeePassX, MacPass, KeeWeb, Strongbox, KeePassium, KeePass 2, Password Safe | org.keepassxc.*, com.hicknhacksoftware.macpass, com.markmcguill.strongbox.mac, com.markmcguill.strongbox, net.antelle.keeweb, org.keepassx.keepassx, com.keepassium.*, org.keepassium.* | keepass, keepassxc, keepassx, keeweb, pwsafe | keepassxc, org.keepassxc.keepassxc, keepassx, keepass2, keepass, keeweb, app.keeweb.keeweb, passwordsafe, pwsafe, kpcli
sensitive | Enpass, NordPass, RoboForm, Keeper, Keeper Password Manager, Proton Pass, Sticky Password, Zoho Vault, mSecure, Buttercup, Padloc, Passbolt, SafeInCloud, Secrets, Elpass, Psono, Myki, RememBear, True Key, Password Depot, Heylogin, Kaspersky Password Manager, AuthPass | in.sinew.enpass-desktop, in.sinew.*, com.nordsec.nordpass, com.nordpass.macos.nordpass, com.siber.roboform, com.callpod.keepermac.lite, com.keepersecurity.*, me.proton.pass.electron, me.proton.pass.*, com.outercorner.secrets, com.safeincloud.*, com.buttercup.desktop, com.authpass.*, com.bitpay.* | enpass, nordpass, robotaskbaricon, identities, keeper password manager, keeperpasswordmanager, protonpass, proton pass, stpass, buttercup, padloc, safeincloud, passworddepot, authpass | enpass, nordpass, keeperpassword, keeper password manager, keeperpasswordmanager, proton pass, proton-pass, me.proton.pass, buttercup, padloc, safeincloud, authpass, qtpass, org.qtpass.qtpass, revelation, gpass
sensitive | Passwords, Keychain Access, Apple Passwords | com.apple.passwords, com.apple.keychainaccess, com.apple.keychain-access
sensitive | Credential Manager, iCloud Passwords | | icloudpasswords
sensitive | Passwords and Keys, Seahorse, KWalletManager, KWallet Manager, GNOME Secrets, World Secrets, Pass, GNOME Passwords | | | seahorse, org.gnome.seahorse.application, org.gnome.seahorse, kwalletmanager, kwalletmanager5, org.kde.kwalletmanager, org.kde.kwalletmanager5, kwalletd5, kwalletd6, org.gnome.passwordsafe, org.gnome.world.secrets, gnome-passwordsafe, io.github.fizzyizzy05.binary-pass, gcr-prompter, pinentry, pinentry-gtk-2, pinentry-qt, pinentry-gnome3
sensitive | Authy, Authy Desktop, Authenticator, Ente Auth, 2FAS, OTP Auth, Step Two, Yubico Authenticator, WinAuth, Raivo, Numberstation, OTPClient | com.authy.authy-mac, com.authy.authydesktop, io.ente.auth.mac, com.yubico.authenticator, com.yubico.yubioath, me.tijme.raivo, me.lumon.otpauth | authy desktop, authy, auth, winauth, yubioath-desktop, authenticator, enteauth, ente_auth | authy, com.authy.authy, authenticator, com.belmoussaoui.authenticator, gnome-authenticator, enteauth, io.ente.auth, otpclient, com.github.paolostivanin.otpclient, yubioath-desktop, com.yubico.yubioath, numberstation, com.yubico.authenticator
sensitive | Wallet, Health, Apple Wallet, Apple Health, MyFitnessPal, Headspace, Calm, Clue, Flo, Medical ID, Doctolib, MyChart, Teladoc, Ada, BetterHelp | com.apple.health, com.apple.passbook, com.apple.wallet, com.getsomeheadspace.headspace, com.epic.mychart | mychart, headspace, doctolib | wike-health, dev.cogitri.health, health, org.gnome.health
sensitive | Ledger Live, Exodus, Electrum, MetaMask, Trezor Suite, Bitcoin Core, Coinbase, Binance, Kraken, Kraken Desktop, Atomic Wallet, Sparrow, Monero, Monero GUI, Phantom, Trust Wallet, Wasabi Wallet | com.ledger.live, exodusmovement.exodus, io.exodus.exodus, org.electrum.electrum, io.trezor.trezorsuite, org.bitcoinfoundation.bitcoin-qt, com.binance.desktop, com.binance.binancedesktop, io.atomicwallet, com.sparrowwallet.sparrow, org.getmonero.monero-wallet-gui, zksnacks.wasabiwallet | ledger live, exodus, electrum, trezor suite, bitcoin-qt, coinbase, binance, kraken, atomic wallet, sparrow, monero-wallet-gui, wassabee | ledger live desktop, ledger live, exodus, electrum, org.electrum.electrum, trezor suite, bitcoin-qt, binance, kraken, atomic wallet, sparrow, monero-wallet-gui, org.getmonero.monero, wasabi wallet
sensitive | PayPal, Revolut, N26, Wise, Monzo, Cash App, Venmo, Robinhood, Trade Republic, Chase, Bank of America, Wells Fargo, Barclays, HSBC, ING, DKB, Sparkasse, Commerzbank, Deutsche Bank, Santander, BBVA, Banking4, Interactive Brokers, Trader Workstation, thinkorswim, MetaTrader 4, MetaTrader 5, eToro, Outbank, finanzblick Online-Banking, Volksbank | com.stoegerit.outbank.osx, de.subsembly.macbanking, com.subsembly.banking4, com.interactivebrokers.tws, com.buhl.finanzblick | paypal, revolut, terminal64, metatrader, etoro, tws, thinkorswim, banking4, sfirm, vrnetworld, outbank | tws, install4j-jclient-loginframe, thinkorswim, metatrader, hibiscus, jameica, de-willuhn-jameica-main-main
sensitive | Tails Persistent, VeraCrypt, Cryptomator, GPG Keychain, Kleopatra, Gpg4win, TrueCrypt, Boxcryptor, Sirikali, Vaults | org.idrix.veracrypt, org.cryptomator, org.gpgtools.gpgkeychain | veracrypt, cryptomator, kleopatra, gpa, truecrypt | veracrypt, cryptomator, org.cryptomator.cryptomator, org-cryptomator-launcher-cryptomator, kleopatra, org.kde.kleopatra, gpa, sirikali, vaults, io.github.mpobaschnig.vaults, kgpg, org.kde.kgpg
sensitive | Feather Wallet, BlueWallet, Sparrow Wallet, Specter, Rabby, MyMonero, Cake Wallet, Bisq, Frame, Daedalus, Yoroi, Solflare, Keplr | io.bluewallet.bluewallet, com.bisq.bisq, com.frame.app | feather, wasabiwallet, bisq, daedalus, specter | feather, org.featherwallet.feather, wasabiwallet, io.wasabiwallet.wasabiwallet, bisq, network.bisq.bisq, daedalus
sensitive | | com.okta.mobile, com.duosecurity.duo-desktop, com.governikus.ausweisapp2, de.bund.ausweisapp, com.ninjatrader, com.tradingview.tradingviewapp.desktop, com.ctrader.ctrader, com.guarda.guarda, me.proton.authenticator | ctrader, ninjatrader, tradingview, ausweisapp2, ausweisapp, credentialuibroker, fvenotify, picocrypt, ykman-gui, guarda, coinomi, proton authenticator, duo desktop | ausweisapp2, ausweisapp, de.bund.ausweisapp.ausweisapp2, de.bund.ausweisapp, ssh-askpass, ksshaskpass, x11-ssh-askpass, gnome-ssh-askpass, gnome-ssh-askpass3, seahorse-ssh-askpass, gnome-keyring, gnome-keyring-prompt, ykman-gui, tradingview, picocrypt, guarda, gnuhealth, gnu health, proton-authenticator, eid-viewer
sensitive | Password Boss, Proton Authenticator, SplashID, Passwarden, YubiKey Manager, Google Authenticator, Bitwarden Authenticator, Unlock Keyring, BitLocker Drive Encryption, Picocrypt, Coinomi, Guarda, cTrader
sensitive | NinjaTrader, TradingView, Windows Hello, Microsoft Authenticator, SecureAuth, Duo Desktop, ssh-askpass, AusweisApp, AusweisApp2, eID-Viewer, ELSTER, Tinder, Bumble
sensitive | * Password Manager, * Password Safe, * Passwords, * Wallet, * Authenticator, * Keyring, * Online Banking, * Banking
`;

/**
 * Parts of window titles, between separators, that mark a page as private. Used where a browser reports no address; no
 * other title is used to judge a page.
 */
export const PRIVATE_TITLES = [
  "1Password",
  "Bitwarden",
  "Bitwarden Web Vault",
  "LastPass",
  "Dashlane",
  "KeePassXC",
  "Online Banking",
  "Online-Banking",
  "Onlinebanking",
  "Internet Banking",
  "Deutsche Bank",
  "Commerzbank",
  "Sparkasse",
  "Volksbank",
  "Postbank",
  "comdirect",
  "Bank of America",
  "Wells Fargo",
  "Chase.com",
  "Chase Online",
  "Barclays",
  "HSBC",
  "HSBC UK",
  "Lloyds Bank",
  "NatWest",
  "Santander",
  "BNP Paribas",
  "Crédit Agricole",
  "Société Générale",
  "ING Banking",
  "PayPal",
  "MyChart",
  "Doctolib",
];
