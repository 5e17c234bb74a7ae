package org.sunda.bench.process;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/// The CPU time of the whole process for each operation: what the garbage collector's threads do beside it shows here.
public final class CpuProfiler implements InternalProfiler {
    static final String NAME = "cpu";

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long before;

    /// JMH makes it by its class.
    public CpuProfiler() {}

    @Override
    public String getDescription() {
        return "CPU time of the process";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = system.getProcessCpuTime();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = system.getProcessCpuTime() - before;
        double each = nanos / result.getMetadata().getAllOps();
        return List.of(new ScalarResult(NAME, each, "ns/op", AggregationPolicy.AVG));
    }
}
