package org.sunda.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sunda.Node;
import org.sunda.NodeBuilder;
import org.sunda.gateway.java.JavaCallException;
import org.sunda.gateway.java.JavaFunction;
import org.sunda.gateway.java.JavaModule;
import org.sunda.gateway.service.Bulkhead;
import org.sunda.gateway.service.Driver;
import org.sunda.gateway.service.Service;
import org.sunda.gateway.service.ServiceException;
import org.sunda.gateway.service.ServiceProcess;
import org.sunda.kernel.ExportedFunction;
import org.sunda.otp.Start;
import org.sunda.process.ErrorException;
import org.sunda.term.Atom;
import org.sunda.term.Ref;
import org.sunda.term.Tuple;

/// A running gateway: a node, the services it has, the classes it exports.
///
/// All services are open before the node joins the cluster: who sees the node finds it whole, but for the
/// moment in which the services get their names.
final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    /// How long [#close] lets requests go on that are running.
    private static final Duration DRAIN = Duration.ofSeconds(3);

    /// One service while it runs.
    private record Running(String name, Driver.Plan plan, Service service, Bulkhead bulkhead) {}

    private final Deque<Running> services = new ArrayDeque<>();
    private final Node node;
    private volatile boolean isClosing;

    private Gateway(GatewayConfig config, NodeBuilder builder) throws ServiceException, IOException {
        try {
            for (ServiceSettings settings : config.services()) {
                services.add(open(settings));
            }
            node = builder.start();
        } catch (ServiceException | IOException | RuntimeException e) {
            closeServices();
            throw e;
        }
    }

    /// Opens all services, starts the node, and gives the services to it.
    ///
    /// @param builder of the node
    /// @throws ServiceException when a service cannot be opened
    /// @throws IOException when the node cannot be started
    static Gateway open(GatewayConfig config, NodeBuilder builder) throws ServiceException, IOException {
        Gateway gateway = new Gateway(config, builder);
        try {
            config.exports().forEach(export -> gateway.export(export.module(), export.java()));
            gateway.services.forEach(gateway::serve);
            return gateway;
        } catch (RuntimeException e) {
            gateway.close();
            throw e;
        }
    }

    private static Running open(ServiceSettings settings) throws ServiceException {
        Driver.Plan plan = settings.plan();
        Service service = plan.opener().open(settings.name());
        return new Running(settings.name(), plan, service, new Bulkhead(settings.name(), plan.queue(), service));
    }

    private void serve(Running running) {
        ServiceProcess process = new ServiceProcess(
                running.service, running.bulkhead, running.plan.queue(), running.plan.timeout(), () -> again(running));
        // Exits are trapped: who links with a service does not take it along.
        Start.server(() -> process).named(running.name).trappingExits().spawn(node.processes());
    }

    /// A service outlives its process, which anybody in the cluster may kill.
    private void again(Running running) {
        if (isClosing) {
            return;
        }
        LOG.warn("the process of service {} has ended: another takes its place", running.name);
        node.spawn(self -> {
            // What the old one was sending keeps its name a moment longer.
            Ref gone = self.monitor(Atom.of(running.name));
            self.receive(
                    message -> message instanceof Tuple down && down.elements().contains(gone) ? gone : null);
            takeOver(running);
        });
    }

    private void takeOver(Running running) {
        if (isClosing) {
            return;
        }
        try {
            serve(running);
        } catch (IllegalStateException | IllegalArgumentException e) {
            LOG.error("service {} is no longer reachable: {}", running.name, e.getMessage());
        }
    }

    private void export(String name, JavaModule module) {
        node.export(name, (function, arity) -> module.function(function, arity).map(Gateway::exported));
    }

    private static ExportedFunction exported(JavaFunction function) {
        return arguments -> {
            try {
                return function.apply(arguments);
            } catch (JavaCallException e) {
                throw new ErrorException(e.reason());
            }
        };
    }

    /// The node.
    Node node() {
        return node;
    }

    /// Lets running requests end within a few seconds, cuts the rest short, and leaves the cluster.
    @Override
    public void close() {
        isClosing = true;
        List<Thread> draining = new ArrayList<>();
        for (Running running : services) {
            draining.add(Thread.ofVirtual().start(() -> drain(running)));
        }
        try {
            for (Thread thread : draining) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        node.close();
        closeServices();
    }

    private static void drain(Running running) {
        try {
            running.bulkhead.drain(DRAIN);
        } catch (InterruptedException e) {
            LOG.warn("service {} was not let finish its requests", running.name);
        }
    }

    private void closeServices() {
        for (Running running : services) {
            running.bulkhead.close();
            running.service.close();
        }
    }
}
