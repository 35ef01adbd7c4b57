/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "0468821787e48501629258d753d7844fc714d7f32b77907d8549e4094b071c8d": "0.2.0-dev",
};
