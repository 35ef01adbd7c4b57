/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "66e8762ae6a3b6eee6f89634e4c31630a784c3d26cac09e3668316109c26e216",
  "verify.html": "0afa4d7af76ddbafef6889bc10f4cad2867f1b7d3b9ba607bb5e32c42fb00421",
} as const;
