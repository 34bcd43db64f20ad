import type { Pattern } from "@/lib/tracker/redaction/secret-signs";

/** Passwords on command lines, which titles of terminals show. */
export const COMMANDS: readonly Pattern[] = [
  {
    near: ["sudo -s", "-stdin", "chpasswd", "--with-token"],
    pattern:
      /(?<kept>\b(?:echo|printf) (?:-n )?)(?<value>\S+)(?= ?\| ?(?:sudo -S|(?:sudo )?chpasswd|[^|\n]{0,80}(?:-stdin|--with-token)\b))/g,
  },
  { near: ["htpasswd"], pattern: /(?<kept>\bhtpasswd -\w{0,8}b\w{0,8} \S{1,256} \S{1,128} )(?<value>\S+)/g },
  // Passwords after one-letter options, for the programs that take them so.
  {
    near: ["sqlcmd", "bcp ", "isql", "cqlsh", "snowsql", "beeline", "psexec", "ncftp"],
    pattern:
      /(?<kept>\b(?:sqlcmd|bcp|isql|cqlsh|snowsql|beeline|psexec|ncftp)\b[^|;&\n]{0,120}? -[pP] ?)(?<value>(?!-)\S{3,})/g,
  },
  {
    near: ["plink", "pscp", "psftp", "putty"],
    pattern: /(?<kept>\b(?:plink|pscp|psftp|putty)\b[^|;&\n]{0,120}? -pw )(?<value>\S+)/gi,
  },
  { near: ["ldap"], pattern: /(?<kept>\bldap[a-z]{3,10} [^|;&\n]{0,120}?-w ?)(?<value>(?!-)\S{3,})/g },
  { near: ["storepass", "keypass"], pattern: /(?<kept> -(?:dest|src)?(?:store|key)pass )(?<value>\S+)/g },
  { near: ["snyk auth "], pattern: /(?<kept>\bsnyk auth )(?<value>[a-f0-9-]{36})/g },
  { near: ["lftp "], pattern: /(?<kept>\blftp -u [^\s,]{1,64},)(?<value>\S+)/g },
  {
    near: ["mysql", "mariadb", "mongo", "sshpass", "login ", "redis-cli"],
    pattern:
      /(?<kept>\b(?:mysql\w{0,16}|mariadb|mongo\w{0,16}|sshpass|login|redis-cli)\b[^|;&\n]{0,120}? -[pPa](?! \d{2,5}(?!\S)) ?)(?<value>(?!-)\S{3,})/g,
  },
  {
    near: ["7z", "zip ", "rar "],
    pattern:
      /(?<kept>\b(?:(?:7z\w?|(?:un)?rar) [^|;&\n]{0,120}?-p ?|(?:un)?zip [^|;&\n]{0,120}?-P ?))(?<value>(?!-)\S{3,})/g,
  },
  { near: ["openssl "], pattern: /(?<kept>\bopenssl [^|;&\n]{0,120}? -[kK] )(?<value>\S+)/g },
  { near: ["freerdp"], pattern: /(?<kept>freerdp\w? [^|;&\n]{0,120}?\/p:)(?<value>\S+)/g },
  { near: ["smb", "rpcclient"], pattern: /(?<kept> -U ?[^\s%]{1,64}%)(?<value>\S+)/g },
  { near: ["net use "], pattern: /(?<kept>\bnet use [^|;&\n]{0,120}?\/user:\S{1,64} )(?<value>(?!\/)\S+)/gi },
  {
    near: ["curl ", "wget ", "http ", "https "],
    pattern: /(?<kept> (?:-u|--user|--proxy-user|-a|--auth)[ =]?[^\s:]{1,64}:)(?<value>\S+)/g,
  },
  { near: ["pass:"], pattern: /(?<kept> -(?:passin|passout|pass) pass:)(?<value>\S+)/g },
  {
    near: ["ssh-keygen"],
    pattern: /(?<kept>\bssh-keygen [^|;&\n]{0,120}?-[NP] )(?<value>"[^"]+"|'[^']+'|[^\s"']\S*)/g,
  },
  { near: ["/pass"], pattern: /(?<kept> \/pass(?:word)?:)(?<value>[^\s]+)/gi },
  { near: ["schtasks"], pattern: /(?<kept>\bschtasks [^|;&\n]{0,120}? \/rp )(?<value>\S+)/gi },
  { near: ["net user "], pattern: /(?<kept>\bnet user [^\s/]{1,64} )(?<value>[^\s/*]\S*)/gi },
  { near: ["nmcli"], pattern: /(?<kept>\bnmcli [^|;&\n]{0,120}? password )(?<value>\S+)/g },
  { near: ["wpa_passphrase"], pattern: /(?<kept>\bwpa_passphrase \S{1,64} )(?<value>\S+)/g },
  { near: ["requirepass "], pattern: /(?<kept>\brequirepass )(?<value>\S*\d\S*)/g },
  {
    near: ["securestring"],
    pattern: /(?<kept>\bConvertTo-SecureString (?:-String )?)(?<value>"[^"]+"|'[^']+'|[^\s"'$-]\S*)/gi,
  },
  { near: ["identified by"], pattern: /(?<kept>\bidentified by )(?<value>'[^']+'|"[^"]+")/gi },
  {
    near: ["password '"],
    pattern: /(?<kept>\b(?:with|encrypted|(?:key|store)) ?password )(?<value>'[^']+')/gi,
  },
  {
    near: ["unlock-keychain", "altool", "notarytool"],
    pattern: /(?<kept>\b(?:unlock-keychain|altool|notarytool)\b[^|;&\n]{0,120}? -p )(?<value>[^\s@-]\S*)/g,
  },
  { near: ["bw "], pattern: /(?<kept>\bbw (?:unlock|login \S{1,128}) )(?<value>[^\s-]\S*)/g },
  { near: ["--from-literal"], pattern: /(?<kept>--from-literal[= ][\w.-]{1,64}=)(?<value>\S+)/g },
  { near: ["vault kv "], pattern: /(?<kept>\bvault kv (?:put|patch) \S{1,128} [\w.-]{1,64}=)(?<value>\S+)/g },
  {
    near: ["securestring --value", "secret set"],
    pattern: /(?<kept>\b(?:SecureString --value|secret set [\w-]{1,64} (?:--body|-b)) )(?<value>\S+)/g,
  },
];
