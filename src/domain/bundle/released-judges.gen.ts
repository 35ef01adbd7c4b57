/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "17608be250caa2ca5b1b49561c609eb6b537a2b4351589a12bfe6173c3069ddb": "0.2.0-dev",
};
