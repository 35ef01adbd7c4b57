/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "dc78cd78f887190433de57820112c691fbd1c8b7a10c0ed095e9ec6ff3db5948",
  "verify.html": "9562550a3fb24e1f704ee524305982c355188198decc1d2339dca1af877b8457",
} as const;
