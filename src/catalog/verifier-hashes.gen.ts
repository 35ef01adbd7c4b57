/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "2f864e8549f53ddddf58d966fa6760a6ac9d95b38198d0418ffa4fecabeb6562",
  "verify.html": "bbde04c1299c3bcea77f52db54b2f2458092e311249a3915634f67dc9340d24d",
} as const;
