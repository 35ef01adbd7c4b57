/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "2c9a526f2d46e6b473bcf97b96845afc6c83a10e82d468e439730f4c913d38f2": "0.2.0-dev",
};
