// The first that fits: every browser also calls itself by the names of those before it.
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\/(\d+)/, "Edge"],
  [/\b(?:OPR|OPT)\/(\d+)/, "Opera"],
  [/\bSamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+)[\d.]* .*Safari\//, "Safari"],
];

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const LONGEST = 80;

/** The first known browser and system in what a browser says of itself. */
function found(userAgent: string) {
  const browser = browsers
    .map(([pattern, name]) => ({ name, version: pattern.exec(userAgent)?.[1] }))
    .find(({ version }) => version !== undefined);
  return { browser, system: systems.find(([pattern]) => pattern.test(userAgent))?.[1] };
}

/**
 * What a browser says of itself in plain words: "Chrome 153 on Windows". What is no browser known here is given as it
 * says, shortened; nothing at all is "not stated". It is a claim: anybody can send any.
 */
export function browserName(userAgent: string): string {
  const { browser, system } = found(userAgent);
  if (!browser) {
    const said = userAgent.trim();
    if (said === "") return "not stated";
    return said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
  }
  const name = `${browser.name} ${browser.version}`;
  return system === undefined ? name : `${name} on ${system}`;
}

/** The same without the version, by which a person knows their device again: "Chrome on Windows". */
export function deviceName(userAgent: string): string {
  const { browser, system } = found(userAgent);
  if (!browser) return browserName(userAgent);
  return system === undefined ? browser.name : `${browser.name} on ${system}`;
}
