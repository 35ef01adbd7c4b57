import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "@opentelemetry/api";
import type { Tracing } from "../tracing.ts";
import { statementName } from "./statement-name.ts";

/** Where traces are sent, and what of them. */
export interface TracingSettings {
  /** An OTLP receiver's address for traces over HTTP, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many of a hundred requests and jobs are told. */
  readonly percent: number;
}

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NOBODY = /^0+$/;

/** Opens the telling of traces; OpenTelemetry is loaded here and nowhere else. */
export async function openTracing(
  settings: TracingSettings,
  { role, version, now }: { readonly role: string; readonly version: string; readonly now: () => Date },
): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: { ...settings.headers } });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": `exhibit-${role}`, "service.version": version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.percent / 100) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("exhibit");
  const within = new AsyncLocalStorage<Context>();

  const parentOf = (traceparent: string | undefined): Context => {
    const [, traceId, spanId, flags] = PARENT.exec(traceparent ?? "") ?? [];
    if (!traceId || !spanId || !flags || NOBODY.test(traceId) || NOBODY.test(spanId))
      return within.getStore() ?? ROOT_CONTEXT;
    const sent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
    return trace.setSpanContext(ROOT_CONTEXT, sent);
  };

  return {
    begin: (name, facts, traceparent) => {
      const parent = parentOf(traceparent);
      const kind = "http.request.method" in facts ? SpanKind.SERVER : SpanKind.INTERNAL;
      const span = tracer.startSpan(name, { kind, startTime: now(), attributes: { ...facts } }, parent);
      const own = trace.setSpan(parent, span);
      return {
        run: (work) => within.run(own, work),
        end: (more = {}, failed = false) => {
          span.setAttributes({ ...more });
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end(now());
        },
      };
    },
    query: (sql, ms, failed) => {
      const parent = within.getStore();
      // What no step of ours asked for, such as a listener's own look, is nobody's part.
      if (!parent) return;
      const ended = now().getTime();
      const { verb, tables } = statementName(sql);
      const attributes = { "db.system.name": "postgresql", "db.operation.name": verb, "db.collection.name": tables };
      const span = tracer.startSpan(
        tables === "" ? verb : `${verb} ${tables}`,
        { kind: SpanKind.CLIENT, startTime: ended - ms, attributes },
        parent,
      );
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(ended);
    },
    close: async () => {
      await provider.shutdown().catch(() => {});
    },
  };
}
