import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { productVersion } from "#room/server/product-version.ts";
import type { TimedQuery } from "#room/server/store/timed-query.ts";

/** `select visit`, `insert invoice`: nothing else of a statement, whatever stands in it. */
function nameOfStatement(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? "statement";
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table.toLowerCase()}`;
}

/**
 * Sends a trace of each call of an operation, with its statements, to a collector. Names of operations and tables, statuses and
 * times: nothing of a person or a patient. A call with a `traceparent` goes on with its caller's trace.
 */
export function startTracing(endpoint: string) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": process.env["OTEL_SERVICE_NAME"] ?? "visit-charge-console",
      "service.version": productVersion(),
      "process.pid": process.pid,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = provider.getTracer("visit-charge-console");
  const spans = new WeakMap<FastifyRequest, Span>();
  return {
    watch(app: FastifyInstance): void {
      app.addHook("onRequest", (request, _reply, done) => {
        const { operation } = request.routeOptions.config;
        if (operation === undefined) return done();
        const caller = propagation.extract(ROOT_CONTEXT, request.headers);
        const attributes = { "http.request.method": request.method, "console.request_id": request.id };
        spans.set(request, tracer.startSpan(operation, { kind: SpanKind.SERVER, attributes }, caller));
        done();
      });
      // Only from here on: a body that is read begins a context of its own.
      app.addHook("preHandler", (request, _reply, done) => {
        const span = spans.get(request);
        if (span) context.with(trace.setSpan(context.active(), span), done);
        else done();
      });
      app.addHook("onResponse", (request, reply, done) => {
        const span = spans.get(request);
        span?.setAttribute("http.response.status_code", reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    onQuery({ sql, milliseconds, isFailed }: TimedQuery): void {
      // Work that no call waits for has no trace.
      if (!trace.getActiveSpan()) return;
      const endTime = Date.now();
      const span = tracer.startSpan(nameOfStatement(sql), {
        kind: SpanKind.CLIENT,
        startTime: endTime - milliseconds,
      });
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },
    /** Sends what has not been sent. A collector that is away holds nothing up for long. */
    async stop(): Promise<void> {
      await provider.shutdown().catch(() => undefined);
      for (const api of [context, propagation, trace]) api.disable();
    },
  };
}
