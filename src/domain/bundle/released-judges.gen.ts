/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a3bf4a56ff177dd69eb4728c6156ac2903897c7faea9bf0724a44fe1c257217e": "0.2.0-dev",
};
