/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "ebfead5e93198e75937d58b5dd13beaba9ec32e71e0d5bb7f498ab843171b129": "0.2.0-dev",
};
