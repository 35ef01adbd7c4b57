import { isOfRegisters } from "#domain/registers/snapshot.ts";

const ID_AT_THE_END = /, [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\)$/;

/** A source for people: registers name a system without a connection by its name and its id, of which a person reads the name. */
export const shownSource = (source: string): string =>
  isOfRegisters(source) ? source.replace(ID_AT_THE_END, ")") : source;
