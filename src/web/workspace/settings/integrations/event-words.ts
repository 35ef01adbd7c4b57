import { ledgerEvents } from "#domain/events/index.ts";

const labels = new Map([
  ...ledgerEvents.map(({ event, label }) => [event, label] as const),
  ["webhook.test", "Test event"] as const,
]);

/** An event as a list names it; one that this version does not know keeps its own name. */
export function eventLabel(event: string): string {
  return labels.get(event) ?? event;
}

/** What a webhook is told, in a line. */
export function eventsLine(events: readonly string[]): string {
  if (events[0] === "*") return "All events";
  const [first = "", second = ""] = events;
  if (events.length <= 2) return events.map(eventLabel).join(", ");
  return `${eventLabel(first)}, ${eventLabel(second)} and ${events.length - 2} more`;
}
