/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "0f9b5dbefc64fb3e877c51045d644cb749e00103653194af722c19da4e3e8d9e",
  "verify.html": "641a09c42bc91b346f340b852e52aaaa0ac3c9331c677956eac4e7897d5a26d0",
} as const;
