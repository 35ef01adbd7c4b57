import { useSyncExternalStore } from "react";

/** What Cloudflare's script offers, as far as it is used here. */
export interface Turnstile {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

const address = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

let loading: Promise<Turnstile> | undefined;

/** Loads the script once. Rejects when it cannot be had; the next call then tries again. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      loading = undefined;
      script.remove();
      reject(new Error("The verification could not be loaded."));
    };
    script.addEventListener("error", fail);
    script.addEventListener("load", () => {
      const { turnstile } = globalThis as { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      else fail();
    });
    script.src = address;
    document.head.append(script);
  });
  return loading;
}

function onThemeChange(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** Whether the page is dark now, whoever decided it. */
export function useDark(): boolean {
  return useSyncExternalStore(
    onThemeChange,
    () => document.documentElement.classList.contains("dark"),
    () => false,
  );
}
