import { createContext } from "react";

/** Who keeps an eye on the forms of a person who is signed in; answers how to stop. Nobody does on public pages. */
export const FormWatch = createContext<((form: HTMLFormElement) => () => void) | null>(null);
