/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a9c2fab90c508afbd3118c63025b0bff6df39779c0e561d7a566223cca07b9e1": "0.2.0-dev",
};
