/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "61e368d5a749baa944c70867b2a3f85c4696c7a08f664c972e441c04d4e96fe6": "0.2.0-dev",
};
