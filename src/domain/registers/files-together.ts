/** So many exhibits can become files of records at once. */
export const maxFilesTogether = 100;
