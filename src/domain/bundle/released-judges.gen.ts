/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e81c784dd10e8fa25d66266b25e3e0fcf36b7c7b25a791076b866ebd35eaf58d": "0.2.0-dev",
};
