/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "bf89da897372f78676dfb06063cfb2068e6d84e3e9e439fadc773dfd3c1a3a3c": "0.2.0-dev",
};
