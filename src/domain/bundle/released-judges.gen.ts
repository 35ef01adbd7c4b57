/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e4f0eeb7f3007323fdebb35f2aba6e7e16ac3c4c0c8936f68ffcafc2ad694d85": "0.2.0-dev",
};
