package org.sunda.gateway.jdbc;

import static org.sunda.term.Terms.atom;
import static org.sunda.term.Terms.binary;
import static org.sunda.term.Terms.list;
import static org.sunda.term.Terms.tuple;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sunda.gateway.config.ConfigurationFile;
import org.sunda.gateway.config.InvalidConfigurationException;
import org.sunda.gateway.service.Bulkhead;
import org.sunda.gateway.service.Call;
import org.sunda.gateway.service.Driver;
import org.sunda.gateway.service.FailureException;
import org.sunda.gateway.service.Service;
import org.sunda.gateway.service.ServiceException;
import org.sunda.gateway.service.Work;
import org.sunda.term.MapTerm;
import org.sunda.term.Term;
import org.sunda.term.Tuple2;

/// A service as the gateway runs it, but asked directly.
final class Database implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final Driver.Plan plan;
    private final Service service;
    private final Bulkhead bulkhead;

    private Database(Driver.Plan plan, Service service) {
        this.plan = plan;
        this.service = service;
        this.bulkhead = new Bulkhead("test", plan.queue(), service);
    }

    /// A database in memory, with further settings.
    static Database inMemory(String... settings) throws Exception {
        return open("url = \"jdbc:h2:mem:" + UUID.randomUUID() + "\"\n" + String.join("\n", settings));
    }

    static Database open(String settings) throws InvalidConfigurationException, ServiceException {
        Driver.Plan plan = ConfigurationFile.read(settings, "test", new JdbcDriver()::read);
        return new Database(plan, plan.opener().open("test"));
    }

    Term query(String sql, Term... params) throws Exception {
        return ask(tuple(atom("query"), binary(sql), list(params)));
    }

    /// The rows of a query that has some.
    Term rows(String sql, Term... params) throws Exception {
        Term answer = query(sql, params);
        if (answer instanceof Tuple2(Term _, MapTerm result)) {
            return result.get("rows").orElseThrow(() -> new AssertionError(answer));
        }
        throw new AssertionError(answer);
    }

    Term ask(Term request) throws Exception {
        return result(start(request));
    }

    static Term result(CompletableFuture<Term> answer)
            throws InterruptedException, ExecutionException, TimeoutException {
        return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    CompletableFuture<Term> start(Term request) {
        CompletableFuture<Term> answer = new CompletableFuture<>();
        try {
            start(request, answer);
        } catch (FailureException e) {
            answer.complete(e.failure().toTerm());
        }
        return answer;
    }

    /// The call, for who wants to abandon it.
    Call start(Term request, CompletableFuture<Term> answer) throws FailureException {
        Work work = service.accept(request);
        return bulkhead.submit(work, work.timeout().orElse(plan.timeout()), answer::complete, _ -> {});
    }

    void abandon(Call call) {
        bulkhead.abandon(call);
    }

    @Override
    public void close() {
        bulkhead.close();
        service.close();
    }
}
