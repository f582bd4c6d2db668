//! Work on many items, on all processors and with a deep stack, as the stages follow the nesting of the source.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of stack.
const STACK: usize = 256 << 20;

/// Does something for all items, on all processors, and collects what it returns in the order of the items.
pub fn for_all<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    for_all_on(std::thread::available_parallelism().map_or(1, usize::from), items, work)
}

/// The same with so many threads.
pub fn for_all_on<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, R>> = Mutex::default();
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let result = work(item);
            results.lock().expect("no panic elsewhere").insert(index, result);
        }
    };
    std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).expect("a thread");
        let started: Vec<_> = (0..threads.max(1)).map(start).collect();
        // The first panic is that of the whole, with its own message.
        for thread in started {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    results.into_inner().expect("no panic elsewhere").into_values().collect()
}

/// Does something with a deep stack.
pub fn with_deep_stack<R: Send>(work: impl Fn() -> R + Sync) -> R {
    for_all_on(1, &[()], |()| work()).pop().expect("what the only item gives")
}

/// A number from the environment.
pub fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}
