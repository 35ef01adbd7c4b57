/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "04e21dbbafcd821a93b657869a53db283d87aa670c572e43ce4d023ce293d347": "0.2.0-dev",
};
