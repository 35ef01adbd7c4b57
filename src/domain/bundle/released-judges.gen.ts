/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "c0dd06bd905913e78ef580d286c9e01f76438d4d16106692041e307465309272": "0.2.0-dev",
};
