/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "5fed5f65bd204c7a5a0be6754ed1745016bf2a2f166da23a168747e90a969796",
  "verify.html": "71c205f725303ea7863037277c939bb914a52536c42a7b340db22851d002409a",
} as const;
