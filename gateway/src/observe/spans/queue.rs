//! The way of spans to the exporter: a queue with a bound, and its metrics. The library drops spans
//! beyond its own bound without a number that could be read, so the bound is kept here.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Span, SpanData, SpanExporter, SpanProcessor,
};

use crate::observe::metrics::Metrics;

/// Most spans that wait for the collector; the standard's own number.
const LENGTH: usize = 2048;

/// Takes spans without ever waiting, and hands them to `exporter` in batches.
pub(super) fn processor<E>(exporter: E, metrics: Arc<Metrics>) -> BoundedProcessor
where
    E: SpanExporter + 'static,
{
    let queue = Arc::new(Queue {
        waiting: AtomicUsize::new(0),
        metrics,
    });
    let exporter = CountedExporter {
        exporter,
        queue: Arc::clone(&queue),
    };
    let config = BatchConfigBuilder::default()
        .with_max_queue_size(LENGTH)
        .build();
    let batches = BatchSpanProcessor::builder(exporter)
        .with_batch_config(config)
        .build();
    BoundedProcessor { batches, queue }
}

/// The spans that wait, by number. The library has their list, with as much room.
#[derive(Debug)]
struct Queue {
    waiting: AtomicUsize,
    metrics: Arc<Metrics>,
}

impl Queue {
    /// Whether there is room for one more.
    fn enter(&self) -> bool {
        let has_room = self.waiting.fetch_add(1, Ordering::AcqRel) < LENGTH;
        if !has_room {
            self.leave(1);
            self.metrics.dropped_spans.add_one();
        }
        has_room
    }

    fn leave(&self, count: usize) {
        self.waiting.fetch_sub(count, Ordering::AcqRel);
    }
}

/// Drops the spans for which there is no room.
#[derive(Debug)]
pub(super) struct BoundedProcessor {
    batches: BatchSpanProcessor,
    queue: Arc<Queue>,
}

impl SpanProcessor for BoundedProcessor {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.batches.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        if self.queue.enter() {
            self.batches.on_end(span);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.batches.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.batches.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.batches.set_resource(resource);
    }
}

/// Counts batches that failed.
#[derive(Debug)]
struct CountedExporter<E> {
    exporter: E,
    queue: Arc<Queue>,
}

impl<E: SpanExporter> SpanExporter for CountedExporter<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        // They have left the list, and others may take their room while these are sent.
        self.queue.leave(batch.len());
        let sent = self.exporter.export(batch).await;
        if sent.is_err() {
            self.queue.metrics.failed_span_exports.add_one();
        }
        sent
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn shutdown(&self) -> OTelSdkResult {
        self.exporter.shutdown()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}
