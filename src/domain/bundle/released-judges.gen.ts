/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "57b2941d94894368522413f7bd6ed2917197cf7fe89085aa2e875575f2965527": "0.2.0-dev",
};
