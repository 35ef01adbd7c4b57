/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "7ab6729007f27e0726bb41b8e02e54f5606482e02bff9acf3feb957562029f3a": "0.2.0-dev",
};
