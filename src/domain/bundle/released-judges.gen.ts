/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "5a673eab3b42ebdeba0fa8e9b13f7f4ab70ec126c73c8a46845a839b6d510f89": "0.2.0-dev",
};
