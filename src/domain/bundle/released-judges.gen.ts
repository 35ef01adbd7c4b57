/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "70585502553ab1b2183f5b90842cec486185cea61ebc5b4179bf93c6d3888327": "0.2.0-dev",
};
