/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "9931e0a77006e87b895a2568e1588ab7057b4e82a3504430fbc4f100b769d2a3": "0.2.0-dev",
};
